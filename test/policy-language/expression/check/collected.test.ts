import { describe, expect, test } from "vitest";
import {
  checkExpression,
  describeCheckError,
  parseExpression,
  typeText,
} from "@traffic-policy/policy-language";
import { rightExpressions, wrongExpressions } from "../expressions.ts";

const mistaken = wrongExpressions.filter(({ marked }) => parseExpression(unmarked(marked)).ok);

function unmarked(marked: string): string {
  return marked.replaceAll(/[«»]/g, "");
}

describe("the collected expressions", () => {
  test.each(rightExpressions)("$protocol $direction: $text", ({ text, protocol, direction }) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(parsed.error.code);
    const { type, errors } = checkExpression(parsed.tree, { protocol, direction, text });
    expect(errors).toEqual([]);
    expect(["bool", "dyn"]).toContain(typeText(type));
  });

  test.each(mistaken)("$code: $marked", ({ marked, code, protocol, direction }) => {
    const text = unmarked(marked);
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(parsed.error.code);
    const { errors } = checkExpression(parsed.tree, { protocol, direction, text });
    const [start, end] = [marked.indexOf("«"), marked.indexOf("»") - 1];
    expect(errors).toMatchObject([{ code, span: { start, end } }]);
    for (const { message } of errors.map(describeCheckError)) {
      expect(message).toMatch(/^[^\n]{5,150}\.$/);
    }
  });
});
