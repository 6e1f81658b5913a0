import { secretPlaces } from "../../packages/report/src/secret-places.ts";
import { stringify } from "yaml";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seeded } from "../seeded.ts";

/** A text with its secrets between guillemets, as found. */
function marked(text: string, isCode = false): string {
  let [shown, from] = ["", 0];
  for (const { start, end } of secretPlaces(text, isCode)) {
    shown += `${text.slice(from, start)}«${text.slice(start, end)}»`;
    from = end;
  }
  return shown + text.slice(from);
}

test.each([
  ["JSON", '{"secret": "«a b»", "name": "x"}'],
  ["JSON in one line", '{"credentials":["ana:«pw-1»","bob:«p,w»"],"realm":"x"}'],
  ["JSON in a text", String.raw`{"policy": "{\"credentials\":[\"ana:«pw»\"],\"realm\":\"x\"}"}`],
  ["an escaped quote", String.raw`{"secret": "«a\"b»", "name": "x"}`],
  ["YAML without quotes", "secret: «a b» # why\nname: x"],
  ["YAML in braces", "config: { headers: { authorization: Bearer «abc def», x-a: b }, c: 1 }"],
  ["an apostrophe", "secret: '«it''s»'\nname: x"],
  ["a list", 'credentials:\n  - ana:«pw»\n  - "bob:«p w»"\nname: x'],
  ["a list without indentation", "  credentials:\n  - ana:«pw»\n  name: x"],
  ["a list of one line", "credentials: [ana:«pw», 'bob:«p]w»']\nname: x"],
  ["a block", "secret: «|»\n  «one»\n  «two»\nname: x"],
  ["a list item", "- password: «abc»\n  name: x"],
  ["an expression", "secret: ${secrets.get('vault', 'name')}\nname: x"],
  ["an expression in braces", "{ secret: ${secrets.get('vault', 'name')}, token: «a» }"],
  ["an expression in a list", "credentials: [\"ana:${secrets.get('v', 'n')}\", bob:«pw»]"],
  ["no secret", "access-control-allow-credentials: true\nnote: the token: see there\nkey: a"],
  ["the name of a token without a hyphen", "agent:\n  authtoken: «abc»\n  Accesskey: «def»"],
  [
    "keys of another service",
    '{"api_keys": [{"value": "«abc»"}], "tokens": [{"prefix": "Bearer "}]}',
  ],
  ["objects in an object", "auth: { a: { b: «x» }, c: # d\n  «y», e: [«z»] }\nname: x"],
  ["a key with a question mark", "? password\n: «abc»\nname: x"],
  ["a text of more lines", "password: «abc»\n  «def»\nname: x"],
  ["a text of more lines in braces", "{ password: «abc\n  def», name: x }"],
  ["a line after one with a comma", "note: a, b,\npassword: «abc, def»\ntoken:\n  «ghi»\nname: x"],
  ["a list with an apostrophe in a comment", "password: [\n  # it's\n  «abc»\n]\nname: x"],
  ["a list of pairs", "a: [password: «abc», x]"],
  ["a comment", "name: x # password: «abc»\n# token: «def»\nkey: a"],
  ["the first line", "--- password: «abc»"],
  ["a key in quotes with a space", "'client secret': «abc»\nname: x"],
  [
    "a pair of a name and a value",
    "env:\n- name: X-Api-Key\n  value: «abc»\n- { name: b, value: c }",
  ],
  ["a colon in another line", '{"password"\n:\n\n"«abc»","name":"x"}'],
  ["an empty value before a key", 'password:\n"token": «abc»'],
  ["lines of JSON in a text", String.raw`{"p": "{\n  \"secret\": \"«abc»\",\n  \"name\": \"x\"}"}`],
  [
    "YAML in a text of JSON",
    String.raw`{"p": "a:\n  token: «abc»\n  credentials:\n    - ana:«p»\n  name: x\n"}`,
  ],
  [
    "JSON in JSON in a text",
    String.raw`{"a":"{\"b\":\"{\\\"secret\\\":\\\"«abc»\\\",\\\"name\\\":1}\"}"}`,
  ],
  ["what is not closed", '{"secret": "«abc»'],
])("in %s, what follows the name of a secret is found", (_, text) => {
  expect(marked(text.replaceAll(/[«»]/g, ""))).toBe(text);
});

test("in code, only texts in quotes are secrets", () => {
  const text =
    'basicAuth({ credentials: ["ana:«pw»", process.env.BOB], password: read(), token: "«t»" })';
  expect(marked(text.replaceAll(/[«»]/g, ""), true)).toBe(text);
});

test.each([
  ["a variable", "const password = '«abc»', name = 'x';\nconst apiKey: string = `«def»`\nfoo('x')"],
  ["a member", "options.token ??= '«abc»';\nif (token === 'x') go('x')"],
  ["a choice", "({ password: process.env['PW'] ?? '«abc»', name: 'x' })"],
  ["parts", "({ secret: '«abc»' +\n  '«def»', name: 'x' })"],
  ["another line", "({ secret:\n  '«abc»', name: 'x' })"],
  ["a computed key", "({ ['secret']: '«abc»', name: 'x' })"],
  ["what a call gives", "({ secret: read('vault', 'name'), name: 'x' })"],
])("in code, secrets of %s are found", (_, text) => {
  expect(marked(text.replaceAll(/[«»]/g, ""), true)).toBe(text);
});

test("a secret is hidden in whatever way a document is written", () => {
  const secret = fc.string({
    unit: fc.constantFrom(..."ab1 '\"\\,:{}[]#-|"),
    minLength: 1,
    maxLength: 8,
  });
  const isTold = fc.boolean();
  seeded(
    fc.property(secret, isTold, fc.boolean(), fc.nat(2), (some, isList, isFlow, indent) => {
      const value = `Z${some}Z`;
      const document = { a: [{ password: isList ? [value, value] : value, name: "x" }], b: "y" };
      const yaml = stringify(document, { collectionStyle: isFlow ? "flow" : "any", lineWidth: 0 });
      for (const text of [yaml, JSON.stringify(document, null, indent)]) {
        const shown = marked(text).replaceAll(/«[^»]*»/g, "");
        expect(shown, text).not.toContain("Z");
        expect(shown, text).toMatch(/name"?: ?"?x/);
      }
    }),
  );
});
