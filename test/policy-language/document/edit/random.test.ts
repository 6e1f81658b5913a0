import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyToDocument,
  applyToJson,
  parseJson,
  serialize,
  type SkipReason,
} from "@traffic-policy/policy-language";
import { applyToYaml, parseYaml } from "@traffic-policy/policy-language/yaml";
import { seeded } from "../../../seeded.ts";
import { choices } from "./choices.ts";
import { documents, fixesOf } from "./documents.ts";
import { jsonText } from "./json-text.ts";
import { yamlText } from "./yaml-text.ts";

const syntaxes = [
  { name: "JSON", print: jsonText, parse: parseJson, apply: applyToJson },
  { name: "YAML", print: yamlText, parse: parseYaml, apply: applyToYaml },
] as const;

describe.each(syntaxes)("random edits of random $name", ({ name, print, parse, apply }) => {
  const edited = fc
    .tuple(documents, choices)
    .map(([document, style]) => print(document, style))
    .chain((text) => fc.tuple(fc.constant(text), fixesOf(parse(text).value ?? null)));

  test("give the text of the edited document", () => {
    const reasons: Partial<Record<SkipReason | "applied", number>> = {};
    seeded(
      fc.property(edited, ([text, fixes]) => {
        const { value = null, errors } = parse(text);
        expect(errors).toEqual([]);
        const result = apply(text, fixes);
        const edits = result.applied.flatMap((fix) => fix.edits);
        const expected = applyToDocument(value, edits);
        expect(serialize(parse(result.text).value)).toBe(serialize(expected));
        for (const { reason } of result.skipped) reasons[reason] = (reasons[reason] ?? 0) + 1;
        reasons.applied = (reasons.applied ?? 0) + result.applied.length;
      }),
      120,
      2000,
      30,
    );
    console.log(name, reasons);
    // What cannot be made exactly is left alone, but that is to be an exception.
    const { unverified = 0, applied = 0 } = reasons;
    expect(unverified).toBeLessThanOrEqual(1 + applied / 100);
  });
});
