import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, jsonPolicySource } from "@traffic-policy/policy-language";
import { seeded } from "../../../seeded.ts";
import { locatedUnits, Written, writtenUnits } from "../written.ts";

/** A piece of a JSON string: the units, and how they are written; nothing when as they are. */
const piece: fc.Arbitrary<readonly [units: string, escape?: string]> = fc.oneof(
  fc
    .constantFrom("a", "é", "😀", "\ud800", "\udc00", "\u2028", "\u007f", " ", "'")
    .map((units) => [units] as const),
  fc.constantFrom(
    ['"', '\\"'] as const,
    ["\\", "\\\\"] as const,
    ["/", "\\/"] as const,
    ["\b", "\\b"] as const,
    ["\f", "\\f"] as const,
    ["\n", "\\n"] as const,
    ["\r", "\\r"] as const,
    ["\t", "\\t"] as const,
  ),
  fc
    .integer({ min: 0, max: 0xffff })
    .map(
      (code) => [String.fromCharCode(code), `\\u${code.toString(16).padStart(4, "0")}`] as const,
    ),
);

test("every unit of a string is placed where it is written, through all escapes", () => {
  const lineBreak = fc.constantFrom("\n", "\r\n");
  seeded(
    fc.property(fc.array(piece, { maxLength: 30 }), lineBreak, (pieces, end) => {
      const written = new Written().syntax(`{${end}  "list": [1,${end} "`);
      for (const [units, escape] of pieces) {
        if (escape === undefined) written.raw(units);
        else written.as(units, escape);
      }
      written.syntax(`"]${end}}`);
      const source = jsonPolicySource("a.json", written.text);
      expect(source.errors).toEqual([]);
      expect(isJsonObject(source.document) && source.document["list"]).toEqual([1, written.value]);
      expect(locatedUnits(source, "/list/1", written)).toEqual(writtenUnits("a.json", written));
    }),
  );
});
