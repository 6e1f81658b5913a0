import { checkExpression, interpolations, parseExpression } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { expect, test } from "vitest";
import { linesOf } from "./collected.ts";

// Every name of published expressions and interpolations is known, or is one of these mistakes.

/** What is wrong, by a part of the expression. */
const mistakes: Readonly<Record<string, string>> = {
  "!conn.client_ip in ": "`!` binds closer than `in`",
  "'${secrets.get(": "an interpolation in an expression",
  "== ${vars.test}": "an interpolation in an expression",
  "req.path.startsWith": "there never was a variable `req.path`",
  ".includes(": "a method of another language",
  "res.headers['content-type'].contains(": "a header is a list",
  "res.status_code < '200'": "the status is a number",
  ".ngrok.geo.country_code": "a name of templates",
  '\\"x-user-id\\"': "quotes with backslashes",
  "exists_one(i, (vars": "a bracket that is not closed",
  "vars.models.sort(x, y,": "`sort` takes no function",
};

function isWrong(text: string): boolean {
  const parsed = parseExpression(text);
  if (!parsed.ok) return true;
  const { errors } = checkExpression(parsed.tree, { dialect: phasesDialect, text });
  return errors.some(({ unsure }) => unsure === undefined);
}

const expressions = [
  ...linesOf("corpus/expressions-phases.txt"),
  ...linesOf("corpus/interpolations-phases.txt").flatMap((line) => {
    const parts = interpolations(line).parts.flatMap((part) =>
      part.kind === "interpolation" ? [part.expression] : [],
    );
    return parts.length > 0 ? parts : [line];
  }),
];

test.each(expressions)("%s", (text) => {
  const known = Object.keys(mistakes).some((part) => text.includes(part));
  expect(isWrong(text)).toBe(known);
});

test("each mistake is there", () => {
  const missing = Object.keys(mistakes).filter(
    (part) => !expressions.some((text) => text.includes(part)),
  );
  expect(missing).toEqual([]);
});
