import fc from "fast-check";
import {
  interpolations,
  printInterpolations,
  type TextPart,
} from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";

describe("literal text and expressions are written so that both are found again", () => {
  test.each<[string, readonly TextPart[]]>([
    ["", []],
    ["", [{ text: "" }]],
    ["a", [{ text: "a" }]],
    ["ab", [{ text: "a" }, { text: "b" }]],
    ["${a}", [{ expression: "a" }]],
    ["${a}${b}", [{ expression: "a" }, { expression: "b" }]],
    ["x ${a} y", [{ text: "x " }, { expression: "a" }, { text: " y" }]],
    ["}{ ${{'a': '}'}['a']}", [{ text: "}{ " }, { expression: "{'a': '}'}['a']" }]],
    ["$", [{ text: "$" }]],
    ["$1 $a $$", [{ text: "$1 $a $$" }]],
    ["${'$'}{a}", [{ text: "${a}" }]],
    ["${'$'}{a}", [{ text: "$" }, { text: "{a}" }]],
    ["${'$'}{${'$'}{", [{ text: "${${" }]],
    ["${'$$'}{a}", [{ text: "$${a}" }]],
    ["${'$'}${a}", [{ text: "$" }, { expression: "a" }]],
    ["${'$$$'}${a}", [{ text: "$$" }, { text: "$" }, { expression: "a" }]],
    ["$1${a}", [{ text: "$1" }, { expression: "a" }]],
    ["${a}$", [{ expression: "a" }, { text: "$" }]],
    ["${a}{b}", [{ expression: "a" }, { text: "{b}" }]],
  ])("%j", (text, parts) => {
    expect(printInterpolations(parts)).toBe(text);
  });
});

test("what is written has no dollar sign right before an interpolation", () => {
  seeded(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ text: fc.string({ unit: fc.constantFrom("$", "{", "}", "'", "a") }) }),
          fc.record({ text: anyText() }),
          fc.constant({ expression: "a" }),
        ),
      ),
      (parts: readonly TextPart[]) => {
        const text = printInterpolations(parts);
        expect(text).not.toContain("$${");
        const { parts: found, errors } = interpolations(text);
        expect(errors).toEqual([]);
        expect(found.map(meaning).join("")).toBe(
          parts.map((part) => ("text" in part ? part.text : expressionMark)).join(""),
        );
      },
    ),
  );
});

test("many dollar signs take no long time", () => {
  const dollars = "$".repeat(200_000);
  expect(printInterpolations([{ text: `${dollars}a` }, { expression: "a" }])).toBe(
    `${dollars}a\${a}`,
  );
});

const expressionMark = "\ue000";

/** What a part gives; the expressions of the test are all the same. */
function meaning(part: ReturnType<typeof interpolations>["parts"][number]): string {
  if (part.kind === "text") return part.text;
  return part.expression === "a" ? expressionMark : part.expression.slice(1, -1);
}
