import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/address-pattern";

describe(rule, () => {
  test.each([
    {
      marked: "«conn.client_ip.startsWith('10.')»",
      told: [
        {
          message: "conn.client_ip is searched as text.",
          help: "Write inCidrRange(conn.client_ip, '10.0.0.0/8').",
          fixed: "inCidrRange(conn.client_ip, '10.0.0.0/8')",
          safe: false,
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "!«conn.client_ip.startsWith('192.168.')»",
      told: [
        {
          message: "conn.client_ip is searched as text.",
          fixed: "!inCidrRange(conn.client_ip, '192.168.0.0/16')",
        },
      ],
      place: { protocol: "tcp" },
    },
    {
      marked: "«conn.client_ip.startsWith('10')»",
      told: [
        {
          message: "conn.client_ip is searched as text.",
          help: "Test for a range of addresses: inCidrRange(conn.client_ip, '192.0.2.0/24').",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.client_ip.startsWith('2001:db8:')»",
      told: [{ message: "conn.client_ip is searched as text." }],
      place: {},
    },
    {
      marked: "«conn.client_ip.matches('^10\\\\.')»",
      told: [{ message: "conn.client_ip is searched as text." }],
      place: {},
    },
    {
      marked: "«matches(conn.client_ip, '^192.168')»",
      told: [{ message: "conn.client_ip is searched as text." }],
      place: {},
    },
    {
      marked: "«conn.client_ip == '10.0.0.0/8'»",
      told: [
        {
          message: "conn.client_ip is one address, so a range is never part of its text.",
          fixed: "inCidrRange(conn.client_ip, '10.0.0.0/8')",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: "«'10.0.0.0/8' != conn.client_ip»",
      told: [
        {
          message: "conn.client_ip is one address, so a range is never part of its text.",
          fixed: "!inCidrRange(conn.client_ip, '10.0.0.0/8')",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.client_ip in ['10.0.0.0/8', '192.0.2.1']»",
      told: [
        {
          message: "conn.client_ip is one address, so a range is never part of its text.",
          fixed: "inCidrRanges(conn.client_ip, ['10.0.0.0/8', '192.0.2.1/32'])",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.client_ip in ['10.0.0.0/8', req.host]»",
      told: [{ message: "conn.client_ip is one address, so a range is never part of its text." }],
      place: {},
    },
    {
      marked: "«conn.server_ip.contains('10.0.0.0/8')»",
      told: [{ message: "conn.server_ip is one address, so a range is never part of its text." }],
      place: {},
    },
    {
      marked: "«conn.ClientIP == '10.0.0.0/8'»",
      told: [{ message: "conn.ClientIP is one address, so a range is never part of its text." }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "inCidrRange(conn.client_ip, '10.0.0.0/8')", place: {} },
    { text: "conn.client_ip == '192.0.2.1'", place: {} },
    { text: "conn.client_ip in ['::1', '127.0.0.1']", place: {} },
    { text: "conn.client_ip.contains(':')", place: {} },
    { text: "conn.client_ip.matches(':')", place: {} },
    { text: "conn.client_ip.startsWith(req.host)", place: {} },
    { text: "conn.client_ip.endsWith('.1')", place: {} },
    { text: "req.host.startsWith('10.')", place: {} },
    { text: "req.url.path == '10.0.0.0/8'", place: {} },
    { text: "req.host.matches('^10')", place: {} },
    { text: "conn.client_ip != ''", place: {} },
    { text: "'10.0.0.0/8' in [conn.client_ip]", place: {} },
    { text: "conn.client_ip != '192.0.2.1'", place: { protocol: "tcp" } },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
