import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { dialectWithFunctions as dialect } from "../../../phases-functions.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/unknown-name";

describe(rule, () => {
  test.each([
    {
      marked: "«req.mthod» == 'GET'",
      told: [
        {
          message: "There is no variable req.mthod.",
          help: "Did you mean req.method?",
          fixed: "req.method == 'GET'",
          safe: false,
          severity: "error",
        },
      ],
      place: {},
    },
    {
      marked: "«req.path».startsWith('/a')",
      told: [
        {
          message: "There is no variable req.path.",
          help: "Did you mean req.url.path?",
          fixed: "req.url.path.startsWith('/a')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.query.page»[0] == '1'",
      told: [
        {
          message: "There is no variable req.query.page.",
          fixed: "req.url.query_params.page[0] == '1'",
        },
      ],
      place: {},
    },
    {
      marked: "«req.ip» == '192.0.2.1'",
      told: [
        {
          message: "There is no variable req.ip.",
          help: "Did you mean conn.client_ip?",
          fixed: "conn.client_ip == '192.0.2.1'",
        },
      ],
      place: {},
    },
    {
      marked: "'x' in «request.headers»",
      told: [{ message: "There is no variable request.headers.", fixed: "'x' in req.headers" }],
      place: {},
    },
    {
      marked: "req.method == «GET»",
      told: [
        {
          message: "There is no variable GET.",
          help: "If it is text, put it in quotes.",
          fixed: "req.method == 'GET'",
          safe: false,
        },
      ],
      place: {},
    },
    { marked: "req.method == «get»", told: [{ message: "There is no variable get." }], place: {} },
    {
      marked: "«process.env.TOKEN» == 'a'",
      told: [
        {
          message: "There is no variable process.env.TOKEN.",
          help: "An expression cannot read the environment; insert the value where the policy is written.",
        },
      ],
      place: {},
    },
    {
      marked: "«req» == 'a'",
      told: [{ message: "req is only a prefix of other names, not a value." }],
      place: {},
    },
    {
      marked: "«req.url.pth» == '/'",
      told: [
        {
          message: "A string has no field pth.",
          help: "Did you mean path?",
          fixed: "req.url.path == '/'",
        },
      ],
      place: {},
    },
    {
      marked: "«req.method.length» > 3",
      told: [{ message: "A string has no field length.", help: "Write size(…)." }],
      place: {},
    },
    {
      marked: "«req.method.startWith('G')»",
      told: [
        { message: "A string has no method startWith().", fixed: "req.method.startsWith('G')" },
      ],
      place: {},
    },
    {
      marked: "«req.user_agent.includes('curl')»",
      told: [
        {
          message: "A string has no method includes().",
          help: "For text write .contains(…), for a list: value in list.",
        },
      ],
      place: {},
    },
    {
      marked: "«req.headers.get('accept')» == []",
      told: [
        { message: "A map(string, list(string)) has no method get().", help: "Write map['key']." },
      ],
      place: {},
    },
    {
      marked: "'a' in «req.headers['x'].split(',')»",
      told: [{ message: "A list(string) has no method split()." }],
      place: {},
    },
    {
      marked: "«req.method.toLowerCase()» == 'get'",
      told: [
        {
          message: "A string has no method toLowerCase().",
          help: "CEL cannot change case; match with .matches('(?i)…').",
        },
      ],
      place: {},
    },
    {
      marked: "«hasHeader('Accept')»",
      told: [{ message: "There is no function hasHeader()." }],
      place: {},
    },
    {
      marked: "«contains(req.url.path, '/a')»",
      told: [
        { message: "There is no function contains().", help: "It is a method: value.contains(…)." },
      ],
      place: {},
    },
    {
      marked: "«getReqCookie('a').vale» == 'b'",
      told: [{ message: "A cookie has no field vale.", fixed: "getReqCookie('a').value == 'b'" }],
      place: {},
    },
    {
      marked: "«req.mthod» == 'GET' || «req.pth» == '/'",
      told: [
        { message: "There is no variable req.mthod." },
        { message: "There is no variable req.pth." },
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
    { text: "req.url == 'https://example.com/' && req.url.path == '/'", place: {} },
    { text: "req.headers.exists(name, name == 'x')", place: {} },
    { text: "[1].all(req, req > 0)", place: {} },
    { text: "req.headers.get == []", place: {} },
    { text: "req.headers.includes == []", place: {} },
    { text: "req.url.query_params.page == ['1']", place: {} },
    { text: "type(req.method) == string", place: {} },
    { text: "conn.tls.client.san.dns_names == []", place: {} },
    { text: "dyn(req.method).includes('a')", place: {} },
    { text: "req.method === 'GET'", place: {} },
    { text: "req.Method == 'GET'", place: {} },
    { text: "getResCookie('session').Secure", place: { direction: "outbound" } },
    {
      text: "res.cookies['a'][0].unparsed_attributes['x'] == ''",
      place: { direction: "outbound" },
    },
    { text: "{'a': 1}.a == 1", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});

describe("in a dialect with functions that have a dot in their name", () => {
  function linted(expression: string) {
    const rules = [{ name: "a", expressions: [expression], actions: [{ type: "deny" }] }];
    const source = jsonPolicySource("policy.json", JSON.stringify({ inbound: rules }));
    return lintPolicy(source, { dialect, settings: { [rule]: "error" } }).filter(
      (one) => one.rule === rule,
    );
  }

  test.each([
    ["b64.decode('aGk=') == b'hi'", "b64.decode", "base64.decode"],
    ["size(JSON.parse(req.method)) == 1", "JSON.parse", "json.decode"],
    ["base64.decod('aGk=') == b'hi'", "base64.decod", "base64.decode"],
    ["req.method.toLowerCase() == 'get'", "toLowerCase", "lower"],
  ])("the whole name in %s is replaced", (expression, wrong, right) => {
    const start = expression.indexOf(wrong);
    expect(linted(expression).map(({ fix }) => fix?.edits)).toEqual([
      [expect.objectContaining({ span: { start, end: start + wrong.length }, text: right })],
    ]);
  });

  test("a field of a record that may have more of them is an info", () => {
    expect(linted("url.parse('a').hostname == 'a'").map(({ severity }) => severity)).toEqual([
      "info",
    ]);
  });
});

test.each([
  ["conn.client_ip.geo.latitude", "conn.client_ip.geo.location.latitude"],
  ["conn.client_ip.geo.location.latitud", "conn.client_ip.geo.location.latitude"],
])("below a name that is a variable, too, %s is meant as a variable", (name, meant) => {
  const rules = [{ expressions: [`${name} == '1'`], actions: [{ type: "deny" }] }];
  const source = jsonPolicySource("policy.json", JSON.stringify({ on_http_request: rules }));
  const found = lintPolicy(source, { dialect: phasesDialect }).filter((one) => one.rule === rule);
  expect(found).toEqual([
    expect.objectContaining({
      message: `There is no variable ${name}.`,
      help: `Did you mean ${meant}?`,
    }),
  ]);
});
