import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/renamed-variable";

describe(rule, () => {
  test.each([
    {
      marked: "«req.Method» == 'GET'",
      told: [
        {
          message: "req.Method is a deprecated name of req.method.",
          help: "Write req.method.",
          fixed: "req.method == 'GET'",
          safe: true,
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "«req.Method» == 'POST' && «req.ContentLength» > 10",
      told: [
        { message: "req.Method is a deprecated name of req.method." },
        { message: "req.ContentLength is a deprecated name of req.content_length." },
      ],
      place: {},
    },
    {
      marked: "«conn.ClientIP» == '192.0.2.1'",
      told: [{ message: "conn.ClientIP is a deprecated name of conn.client_ip.", safe: true }],
      place: { protocol: "tcp" },
    },
    {
      marked: "«req.Path».startsWith('/a')",
      told: [
        {
          message: "req.Path is a deprecated name of req.url.path.",
          fixed: "req.url.path.startsWith('/a')",
          safe: true,
        },
      ],
      place: {},
    },
    {
      marked: "has(«conn.Geo.CountryCode»)",
      told: [{ fixed: "has(conn.geo.country_code)", safe: false }],
      place: {},
    },
    {
      marked: "«conn.start_ts» < timestamp(time.now)",
      told: [{ message: "conn.start_ts is a deprecated name of conn.ts.start.", safe: true }],
      place: {},
    },
    {
      marked: "«conn.TLS.SNI» == 'a'",
      told: [{ message: "conn.TLS.SNI is a deprecated name of conn.tls.sni.", safe: true }],
      place: { protocol: "tls" },
    },
    {
      marked: "«conn.TLS.CertCN» == 'a'",
      told: [
        {
          message: "conn.TLS.CertCN is a deprecated name of conn.tls.client.subject.common_name.",
          help: "Write conn.tls.client.subject.common_name. Whether it is the client's certificate or the server's is not documented.",
          safe: false,
        },
      ],
      place: { protocol: "tls" },
    },
    {
      marked: "'x' in «req.Headers»",
      told: [
        {
          message: "req.Headers is a deprecated name of req.headers.",
          fixed: "'x' in req.headers",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: "«res.Location» == '/'",
      told: [
        {
          message: "res.Location is a deprecated name of res.location.",
          help: "Write res.location.",
          safe: true,
        },
      ],
      place: { direction: "outbound" },
    },
    {
      marked: "«res.StatusCode» >= '300'",
      told: [
        {
          message: "res.StatusCode is a deprecated name of res.status_code.",
          help: "Write res.status_code. The current variable is a number.",
          fixed: "res.status_code >= 300",
          safe: false,
        },
      ],
      place: { direction: "outbound" },
    },
    {
      marked: "«res.StatusCode» in ['200', '204']",
      told: [
        {
          message: "res.StatusCode is a deprecated name of res.status_code.",
          fixed: "res.status_code in [200, 204]",
          safe: false,
        },
      ],
      place: { direction: "outbound" },
    },
    {
      marked: "getReqCookie('a').«Value» == 'b'",
      told: [
        {
          message: "Value is a deprecated name of value.",
          fixed: "getReqCookie('a').value == 'b'",
          safe: true,
        },
      ],
      place: {},
    },
    {
      marked: "getResCookie('a'). «Secure»",
      told: [
        {
          message: "Secure is a deprecated name of secure.",
          fixed: "getResCookie('a'). secure",
          safe: true,
        },
      ],
      place: { direction: "outbound" },
    },
    {
      marked: "[1].exists(req, .«req.Method» == 'GET' && req == 1)",
      told: [
        {
          message: "req.Method is a deprecated name of req.method.",
          fixed: "[1].exists(req, .req.method == 'GET' && req == 1)",
          safe: true,
        },
      ],
      place: {},
    },
    {
      marked: "«conn.ts.end» < timestamp(time.now)",
      told: [
        {
          message: "The current documentation does not list the variable conn.ts.end.",
          help: "It has no known replacement; check whether it still works. It appears in an example, but in no list of variables.",
        },
      ],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "req.method == 'GET'", place: {} },
    { text: "req.Mthod == 'GET'", place: {} },
    { text: "[{'Method': 'a'}].exists(req, req.Method == 'a')", place: {} },
    { text: "req.Method == 'GET'", place: { protocol: "tcp" } },
    { text: "conn.client_ip == '192.0.2.1'", place: { protocol: "tcp" } },
    { text: "req.cookies['a'][0].value == 'b'", place: {} },
    { text: "{'Value': 'a'}.Value == 'a'", place: {} },
    { text: "'req.Method' == req.method", place: {} },
    { text: "req.Method ==", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
