import type { applyToJson, Edit, SkipReason } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";

/** A text, the edits of fixes that are applied to it at once, and what becomes of both. */
export type Example = readonly [
  what: string,
  before: string,
  fixes: readonly (readonly Edit[])[],
  after: string,
  skipped?: readonly SkipReason[],
];

/** A test for each example. */
export function testExamples(examples: readonly Example[], apply: typeof applyToJson): void {
  for (const [what, before, fixes, after, skipped = []] of examples) {
    test(what, () => {
      const result = apply(
        before,
        fixes.map((edits) => ({ edits })),
      );
      expect(result.text).toBe(after);
      expect(result.skipped.map(({ reason }) => reason)).toEqual(skipped);
    });
  }
}
