import { describe, expect, test } from "vitest";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { find } from "../../find.ts";

const rule = "document/yaml-value";
const deny = (status: string): string =>
  `inbound:\n  - name: a\n    actions:\n      - type: deny\n        config:\n          status_code: ${status}\n`;
const when = (expression: string): string =>
  `inbound:\n  - name: a\n    expressions:\n      - ${expression}\n    actions:\n      - type: deny\n`;

describe(rule, () => {
  test.each([
    {
      what: "a zero before a number",
      text: deny("«0403»"),
      message: "YAML 1.2 reads 0403 as 403, and YAML 1.1 as 259.",
    },
    {
      what: "a number that YAML 1.1 reads as text",
      text: deny("«0409»"),
      message: "YAML 1.2 reads 0409 as 409, and YAML 1.1 as text.",
    },
    {
      what: "a pattern over two lines",
      text: when(">\n        req.url.path.matches(«'^/a|\n        ^/b'»)"),
      message: "YAML reads the line break in this text as a space.",
    },
    {
      what: "a text over three lines without quotes around the expression",
      text: when("req.url.path in [«'/a,\n        /b,\n        /c'»]"),
      message: "YAML reads the line break in this text as a space.",
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text, { read: yamlPolicySource });
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    deny("403"),
    deny("0"),
    deny('"0403"'),
    when(">\n        req.url.path == '/a' ||\n        req.url.path == '/b'"),
    when("'req.method == \"a b\"'"),
    when(">\n        req.user_agent == 'a b\n        c'"),
  ])("finds nothing in %j", (text) => {
    expect(find(rule, text, { read: yamlPolicySource }).found).toEqual([]);
  });

  test("JSON has no such values", () => {
    expect(find(rule, '{"inbound": [{"actions": [{"type": "deny"}]}]}').found).toEqual([]);
  });
});

describe("a value of another type that only looks as it should", () => {
  const headers = (value: string): string =>
    `inbound:\n  - name: a\n    actions:\n      - type: add-headers\n        config:\n          headers:\n            a:${value}\n`;
  const found = (text: string) =>
    lintPolicy(yamlPolicySource("a.yaml", text)).filter((one) => one.rule === "action/config");

  test.each([
    [" 1.10", 'YAML reads 1.10 as a number: write "1.10".', "1.10"],
    [" 0123", 'YAML reads 0123 as a number: write "0123".', "0123"],
    [" true", 'YAML reads true as true or false, which is no text: write "true".', "true"],
    [" ~", 'YAML reads ~ as null: write "~".', "~"],
    ["", 'YAML reads an empty value as null: write "" if an empty text is meant.', ""],
  ])("a:%s", (written, help, value) => {
    const edits = [{ path: "/inbound/0/actions/0/config/headers/a", value }];
    expect(found(headers(written))).toMatchObject([{ help, fix: { edits } }]);
  });

  test("a secret is not repeated", () => {
    const text = headers(" x").replace("a: x", "x-api-key: 12345678901");
    const [finding] = found(text);
    expect(finding?.help).toBe("YAML reads this as a number: put it in quotes.");
    expect(JSON.stringify({ ...finding, fix: finding?.fix?.title })).not.toContain("12345678901");
  });

  test.each([
    ["no", false],
    ["Yes", true],
  ])("%s, where true or false is expected", (written, value) => {
    const text = `on_http_request:\n  - name: a\n    actions:\n      - type: basic-auth\n        config:\n          credentials: ['user:password1']\n          enforce: ${written}\n`;
    const options = { dialect: phasesDialect };
    const all = lintPolicy(yamlPolicySource("a.yaml", text), options);
    expect(all.filter((one) => one.rule === "action/config")).toMatchObject([
      { help: `YAML 1.2 reads ${written} as text: write ${value}.`, fix: { edits: [{ value }] } },
    ]);
  });

  test.each([" no", " 'a'", " [1]"])("a:%s has no such help", (written) => {
    for (const { help = "" } of found(headers(written))) expect(help).not.toContain("YAML");
  });
});
