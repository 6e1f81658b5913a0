import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/cidr-host-bits";

describe(rule, () => {
  test.each([
    {
      marked: "inCidrRange(conn.client_ip, «'192.0.2.66/24'»)",
      told: [
        {
          message: '"192.0.2.66/24" means the whole range 192.0.2.0/24.',
          help: 'Write "192.0.2.0/24" for the range, or "192.0.2.66/32" for the one address.',
          fixed: "inCidrRange(conn.client_ip, '192.0.2.0/24')",
          safe: true,
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: 'inCidrRanges(conn.client_ip, ["10.0.0.0/8", «"192.168.1.1/16"»])',
      told: [
        {
          message: '"192.168.1.1/16" means the whole range 192.168.0.0/16.',
          fixed: 'inCidrRanges(conn.client_ip, ["10.0.0.0/8", "192.168.0.0/16"])',
        },
      ],
      place: {},
    },
    {
      marked: "inCidrRange(conn.client_ip, «'2001:db8::1/32'»)",
      told: [
        {
          message: '"2001:db8::1/32" means the whole range 2001:db8::/32.',
          fixed: "inCidrRange(conn.client_ip, '2001:db8::/32')",
        },
      ],
      place: { protocol: "tcp" },
    },
    {
      marked: "inCidrRange(conn.client_ip, «'::1.2.3.4/96'»)",
      told: [
        {
          message: '"::1.2.3.4/96" means the whole range ::/96.',
          fixed: "inCidrRange(conn.client_ip, '::/96')",
        },
      ],
      place: {},
    },
    {
      marked: "inCidrRange(conn.client_ip, «'10.0.0.1/0'»)",
      told: [{ message: '"10.0.0.1/0" means the whole range 0.0.0.0/0.' }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "inCidrRange(conn.client_ip, '192.0.2.0/24')", place: {} },
    { text: "inCidrRange(conn.client_ip, '192.0.2.66/32')", place: {} },
    { text: "inCidrRange(conn.client_ip, '2001:DB8:0::/32')", place: {} },
    { text: "inCidrRange(conn.client_ip, '2001:db8::1/128')", place: {} },
    { text: "inCidrRange(conn.client_ip, '192.0.2.66/33')", place: {} },
    { text: "inCidrRange(conn.client_ip, '0.0.0.0/0')", place: {} },
    { text: "conn.client_ip == '192.0.2.66/24'", place: {} },
    { text: "inCidrRange(conn.client_ip, '::ffff:192.0.2.0/120')", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
