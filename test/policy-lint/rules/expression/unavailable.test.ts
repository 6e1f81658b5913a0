import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/unavailable";

describe(rule, () => {
  test.each([
    {
      marked: "«res.status_code» == 200",
      told: [
        {
          message: "res.status_code does not exist in inbound rules.",
          help: "It exists in outbound rules.",
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "«hasResHeader('Content-Type')»",
      told: [{ message: "hasResHeader() does not exist in inbound rules.", severity: "warning" }],
      place: {},
    },
    {
      marked: "«req.method» == 'GET'",
      told: [
        {
          message: "req.method does not exist in a policy for tcp.",
          help: "It exists for http.",
          severity: "error",
        },
      ],
      place: { protocol: "tcp" },
    },
    {
      marked: "«conn.tls.sni» == 'a'",
      told: [
        {
          message: "conn.tls.sni does not exist in a policy for tcp.",
          help: "It exists for http and tls.",
          severity: "error",
        },
      ],
      place: { protocol: "tcp" },
    },
    {
      marked: "«hasReqHeader('Accept')»",
      told: [{ message: "hasReqHeader() does not exist in a policy for tls." }],
      place: { protocol: "tls" },
    },
    {
      marked: "«conn.TLS.Version» == '1.3'",
      told: [
        {
          message: "conn.TLS.Version does not exist in a policy for http.",
          help: "Write conn.tls.version, the current name, which exists here.",
          fixed: "conn.tls.version == '1.3'",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: "«req.method» == 'GET' && «req.url.path» == '/'",
      told: [
        { message: "req.method does not exist in a policy for tcp." },
        { message: "req.url.path does not exist in a policy for tcp." },
      ],
      place: { protocol: "tcp" },
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "req.method == 'GET'", place: {} },
    { text: "res.status_code == 200", place: { direction: "outbound" } },
    { text: "req.method == 'GET'", place: { direction: "outbound" } },
    { text: "conn.client_ip == '192.0.2.1'", place: { protocol: "tcp" } },
    { text: "conn.tls.sni == 'a'", place: { protocol: "tls" } },
    { text: "conn.TLS.SNI == 'a'", place: { protocol: "tls" } },
    { text: "inCidrRange(conn.client_ip, '10.0.0.0/8')", place: { protocol: "tcp" } },
    { text: "conn.bytes_in > 100", place: { protocol: "tcp" } },
    { text: "req.mthod == 1", place: {} },
    { text: "[1].all(res, res > 0)", place: { protocol: "tcp" } },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
