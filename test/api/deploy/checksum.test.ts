import { checksum } from "@traffic-policy/api";
import { expect, test } from "vitest";

const of = (value: string, enabled = true): string => checksum({ enabled, value });

test("is the same for the same document, however it is written", () => {
  const value = '{"inbound":[{"name":"<a> & é","actions":[]}],"n":[200,0.5,1e300]}';
  const anew =
    '{ "n": [2.0e2, 5E-1, 1.0e+300], "inbound": [{"actions": [], "name": "\\u003ca\\u003e \\u0026 \\u00e9"}] }';
  expect(of(anew)).toBe(of(value));
  expect(of(value)).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test.each([
  ["a text", '{"a":"b"}', '{"a":"c"}'],
  ["a type", '{"a":1}', '{"a":"1"}'],
  ["the order of a list", "[1,2]", "[2,1]"],
  ["a key", '{"a":1}', '{"b":1}'],
  ["null and no key", '{"a":null}', "{}"],
  ["a digit that a double loses", "0.10000000000000000001", "0.1"],
  ["a digit of a large integer", "9007199254740993", "9007199254740992"],
])("differs with %s", (_what, one, other) => {
  expect(of(one)).not.toBe(of(other));
});

test("differs with whether the policy is enabled", () => {
  expect(of("{}")).not.toBe(of("{}", false));
});

test.each(["", "{", '{"a":1,"a":2}', "a: 1"])(
  "of %j, which cannot be read, is that of the text",
  (value) => {
    expect(of(value)).toBe(of(value));
    expect(of(value)).not.toBe(of(`${value} `));
    expect(of(value)).not.toBe(of(JSON.stringify(value)));
    expect(of(value)).not.toBe(of(value, false));
  },
);

test("of a policy in YAML is that of the document", () => {
  expect(of("inbound: [] # none")).toBe(of('{"inbound":[]}'));
});
