import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/cidr";

describe(rule, () => {
  test.each([
    {
      marked: "inCidrRange(conn.client_ip, «'10.0.0.0/33'»)",
      told: [{ message: '"10.0.0.0/33" is not a CIDR.', severity: "error" }],
      place: {},
    },
    {
      marked: "inCidrRange(conn.client_ip, «'192.0.2.1'»)",
      told: [
        {
          message: '"192.0.2.1" is not a CIDR.',
          fixed: "inCidrRange(conn.client_ip, '192.0.2.1/32')",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: "inCidrRanges(conn.client_ip, ['10.0.0.0/8', «'::1'»])",
      told: [
        {
          message: '"::1" is not a CIDR.',
          fixed: "inCidrRanges(conn.client_ip, ['10.0.0.0/8', '::1/128'])",
        },
      ],
      place: {},
    },
    {
      marked: "inCidrRange(conn.client_ip, «'10.0.0/8'»)",
      told: [{ message: '"10.0.0/8" is not a CIDR.' }],
      place: {},
    },
    {
      marked: "inCidrRanges(conn.client_ip, [«'a'», «'b'»])",
      told: [{ message: '"a" is not a CIDR.' }, { message: '"b" is not a CIDR.' }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "inCidrRange(conn.client_ip, '10.0.0.0/8')", place: {} },
    { text: "inCidrRanges(conn.client_ip, ['10.0.0.0/8', '2001:db8::/32'])", place: {} },
    { text: "inCidrRange(conn.client_ip, req.host)", place: {} },
    { text: "inCidrRanges(conn.client_ip, [])", place: {} },
    { text: "conn.client_ip == '10.0.0.0/33'", place: {} },
    { text: "inCidrRange(conn.client_ip, '192.0.2.66/24')", place: { protocol: "tcp" } },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
