import { cel, text } from "@traffic-policy/policy-builder";
import { interpolations } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { treeOf, withoutSpans } from "../policy-language/expression/without-spans.ts";
import { seeded } from "../seeded.ts";
import { arbitraryExpression } from "./arbitrary-expression.ts";

test("any expression is written as text of the very same tree", () => {
  seeded(
    fc.property(arbitraryExpression, (built) => {
      const tree = withoutSpans(built.toExpression());
      expect(withoutSpans(treeOf(built.toString()))).toStrictEqual(tree);
      // Embedded, it stays one operand.
      expect(withoutSpans(treeOf(cel`!${built}.x`.toString()))).toStrictEqual({
        kind: "unary",
        operator: "!",
        operand: { kind: "select", operand: tree, field: "x" },
      });
    }),
    250,
    3000,
  );
});

test("any expression in a text is found there again", () => {
  seeded(
    fc.property(arbitraryExpression, (built) => {
      const { parts, errors } = interpolations(String(text`a}${built}'"{`));
      expect(errors).toEqual([]);
      const [before, found, after, ...others] = parts;
      expect([before?.text, after?.text, others]).toEqual(["a}", `'"{`, []]);
      expect(
        found?.kind === "interpolation" && withoutSpans(treeOf(found.expression)),
      ).toStrictEqual(withoutSpans(built.toExpression()));
    }),
  );
});
