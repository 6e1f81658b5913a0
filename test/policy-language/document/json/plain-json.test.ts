import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson, serialize, toPointer, type JsonValue } from "@traffic-policy/policy-language";
import { anyText } from "../../../any-text.ts";
import { parseWithPlaces } from "../../../../packages/policy-language/src/document/parse-json.ts";
import { plainJson } from "../../../../packages/policy-language/src/document/tree/plain-json.ts";
import { seeded } from "../../../seeded.ts";

const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom("-0", "1.50", "1e3", "123456789012345", "1234567890123456", "0.1234567890123456"),
);

const key = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom("a", "a", "__proto__", "constructor", "7", "07", "a:b", '\\"', "toString"),
);

/** JSON as people and programs write it, a key twice and strange numbers included. */
const written: fc.Arbitrary<string> = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    number,
    fc.constantFrom(
      "true",
      "false",
      "null",
      '""',
      '"\\ud800"',
      '"a\\u0041\\\\"',
      '"1e5: {"',
      '":8080"',
      '" :"',
    ),
    anyText({ maxLength: 6 }).map((value) => JSON.stringify(value)),
    fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(" , ")}]`),
    fc
      .array(fc.tuple(key, tie("json")), { maxLength: 5 })
      .map(
        (members) =>
          `{${members.map(([name, value]) => `\n${JSON.stringify(name)}: ${value}`).join(",")}}`,
      ),
  ),
})).json;

/** The same, at times with something that does not belong there. */
const text = fc.oneof(
  written,
  fc
    .tuple(written, fc.nat(), fc.constantFrom("", ",", '"', "}", "\\", "\ufeff", ":", "9"))
    .map(([json, at, put]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + put + json.slice(place + (put === "" ? 1 : 0));
    }),
);

function pointers(value: JsonValue | undefined): string[] {
  if (typeof value !== "object" || value === null) return [""];
  return [
    "",
    ...Object.entries(value).flatMap(([name, item]) =>
      pointers(item as JsonValue).map((rest) => toPointer([name]) + rest),
    ),
  ];
}

/** The prototypes of all objects in a value. */
function prototypes(value: JsonValue | undefined): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const own: unknown = Object.getPrototypeOf(value);
  return [own, ...Object.values(value).flatMap((item) => prototypes(item as JsonValue))];
}

describe("the short way through a text", () => {
  test("gives what the long one gives, with the same places", () => {
    let short = 0;
    const tried = seeded(
      fc.property(text, (json) => {
        const [one, other] = [parseJson(json), parseWithPlaces(json)];
        if (plainJson(json) !== undefined) short += 1;
        expect(one.errors).toEqual(other.errors);
        expect(one.value === undefined).toBe(other.value === undefined);
        expect(serialize(one.value ?? null)).toBe(serialize(other.value ?? null));
        expect(prototypes(one.value)).toEqual(prototypes(other.value));
        for (const pointer of pointers(other.value)) {
          expect(one.positions.value(pointer)).toEqual(other.positions.value(pointer));
          expect(one.positions.key(pointer)).toEqual(other.positions.key(pointer));
          const part = { start: 1, end: 2 };
          expect(one.positions.within(pointer, part)).toEqual(
            other.positions.within(pointer, part),
          );
        }
      }),
      1000,
      3000,
    );
    expect(short).toBeGreaterThan(tried / 4);
  });

  test.each([
    ["a key twice", '{"a": 1, "a": 2}'],
    ["a key twice, once with an escape", '{"a": 1, "\\u0061": 2}'],
    ["a key that is a whole number", '{"b": 1, "10": 2}'],
    ["a number of many digits", "[12345678901234567890]"],
    ["an exponent", "[1e400]"],
    ["a mark at the start", "\ufeff{}"],
    ["a comma too many", "[1,]"],
    ["nesting", "[".repeat(501) + "]".repeat(501)],
  ])("is not taken with %s", (_what, json) => {
    expect(plainJson(json)).toBeUndefined();
  });

  test("is taken up to the deepest nesting", () => {
    expect(plainJson("[".repeat(500) + "]".repeat(500))).toBeDefined();
  });
});
