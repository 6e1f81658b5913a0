import { describe, expect, test } from "vitest";
import { jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { find } from "./find.ts";

// The same rules look at conditions, interpolations and expressions that are the value of a field,
// in every way that a file can write the string that they stand in.

type Read = (file: string, text: string) => PolicySource;

const json: Read = jsonPolicySource;
const yaml: Read = yamlPolicySource;

const inJson = (config: string): string =>
  `{"inbound": [{"name": "a", "actions": [{"type": "add-headers", "config": {"headers": {"x": ${config}}}}]}]}`;

const inYaml = (config: string): string =>
  `inbound:
  - name: a
    actions:
      - type: add-headers
        config:
          headers:
            x: ${config}
`;

describe("a finding points at the very place", () => {
  test.each([
    {
      what: "an interpolation",
      rule: "unknown-name",
      read: json,
      text: inJson('"a ${«req.mthod»} b"'),
    },
    {
      what: "the second of two interpolations",
      rule: "renamed-variable",
      read: json,
      text: inJson('"${req.method} ${ «req.Method» }"'),
    },
    {
      what: "an interpolation after JSON escapes",
      rule: "type",
      read: json,
      text: inJson('"\\u00e9\\n\\"${«req.content_length + \\"a\\"»}"'),
    },
    {
      what: "a literal with escapes in an interpolation",
      rule: "cidr",
      read: json,
      text: inJson('"${inCidrRange(conn.client_ip, «\\"10.0.0.0/\\u0033\\u0033\\"»)}"'),
    },
    {
      what: "a regular expression whose backslashes are doubled twice",
      rule: "regular-expression",
      read: json,
      text: '{"inbound": [{"expressions": ["req.host.matches(\'\\\\\\\\d«(?=»a)\')"], "actions": []}]}',
    },
    {
      what: "the key of a bucket",
      rule: "unknown-name",
      read: json,
      text: '{"inbound": [{"actions": [{"type": "rate-limit", "config": {"bucket_key": ["conn.client_ip", "«req.ip»"]}}]}]}',
    },
    {
      what: "a plain scalar",
      rule: "unknown-name",
      read: yaml,
      text: inYaml("a ${«req.mthod»} b"),
    },
    {
      what: "a scalar in single quotes",
      rule: "header-case",
      read: yaml,
      text: inYaml("'${size(req.headers[«''Accept''»])}'"),
    },
    {
      what: "a scalar in double quotes",
      rule: "type",
      read: yaml,
      text: inYaml('"\\u00e9 ${«req.content_length + \\"a\\"»}"'),
    },
    {
      what: "a literal block",
      rule: "unguarded-access",
      read: yaml,
      text: inYaml("|\n              one\n              two ${«req.headers['x']»[0]}\n"),
    },
    {
      what: "a folded block",
      rule: "unescaped-dot",
      read: yaml,
      text: `inbound:
  - expressions:
      - >-
        req.method == 'GET' &&
        req.host.matches('^example«.»com$')
    actions: []
`,
    },
    {
      what: "an expression of several lines",
      rule: "list-equals-text",
      read: yaml,
      text: `inbound:
  - expressions:
      - |
        req.method == 'GET'
        && «req.headers['x']
          == 'a'»
    actions: []
`,
    },
  ])("in $what", ({ rule, read, text }) => {
    const { expected, found } = find(`expression/${rule}`, text, { read });
    expect(expected).toHaveLength(1);
    expect(found).toEqual(expected);
  });
});

describe("what an expression of a config may be", () => {
  test("an interpolation can have any type", () => {
    const text = inJson('"${req.content_length}"');
    expect(find("expression/not-boolean", text).found).toEqual([]);
  });

  test("a condition of the rule guards an interpolation", () => {
    const guarded = `{"inbound": [{"expressions": ["'x' in req.headers"], "actions": [{"type": "add-headers", "config": {"headers": {"y": "\${req.headers['x'][0]}"}}}]}]}`;
    expect(find("expression/unguarded-access", guarded).found).toEqual([]);
  });

  test("the key of a bucket needs no guard: the documentation writes it without one", () => {
    const text = `{"inbound": [{"actions": [{"type": "rate-limit", "config": {"bucket_key": ["req.headers['x-api-key']"]}}]}]}`;
    expect(find("expression/unguarded-access", text).found).toEqual([]);
  });

  test("an interpolation that begins with a dot is from before CEL, and only a warning", () => {
    const text = inJson('"${«.service.geo.country_code»}"');
    const { expected, found, diagnostics } = find("expression/unknown-name", text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "warning" })]);
  });

  test("an environment variable is told by a rule of its own", () => {
    expect(find("expression/unknown-name", inJson('"${API_KEY}"')).found).toEqual([]);
  });

  test("a syntax error in an interpolation is told once", () => {
    const { found, expected } = find("expression/syntax", inJson('"a ${req.method «==»} b"'));
    expect(found).toEqual(expected);
    expect(find("expression/unknown-name", inJson('"a ${req.mthod ==} b"')).found).toEqual([]);
  });

  test("without a protocol only what no protocol has is told", () => {
    const text = `{"inbound": [{"name": "a", "expressions": ["req.method == 'GET' && conn.TLS.SNI == 'a'", "res.status_code == 200"], "actions": [{"type": "deny"}]}]}`;
    const told = lintPolicy(jsonPolicySource("policy.json", text)).filter(
      ({ rule }) => rule === "expression/unavailable",
    );
    expect(told).toEqual([
      expect.objectContaining({ path: "/inbound/0/expressions/1", severity: "warning" }),
    ]);
  });
});
