import type { Database } from "@traffic-policy/policy-impact";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { sampled } from "../../seeded.ts";

const parts = [
  ..."a b k s - / % _ { . ^ $".split(" "),
  ..."ab ABC bot admin [ab] [^a] [a-c] [^\\x00-\\x1f]".split(" "),
  String.raw`\.`,
  String.raw`\d`,
  String.raw`\w`,
  String.raw`\S`,
  String.raw`\b`,
  String.raw`\\`,
  String.raw`\x00`,
  "[[:alpha:]]",
  "c{2,3}",
  "a|b",
  "abc|abd",
];
const flags = "(?i) (?m) (?s) (?-i) (?is)".split(" ");

/** Patterns, most of which are RE2. */
const { pattern: arbitraryPattern } = fc.letrec<{ pattern: string }>((tie) => {
  const inner = tie("pattern");
  const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{0,1}", "*?");
  return {
    pattern: fc.oneof(
      { depthSize: "small" },
      { weight: 12, arbitrary: fc.constantFrom(...parts) },
      { weight: 1, arbitrary: fc.constantFrom(...flags) },
      { weight: 3, arbitrary: fc.tuple(inner, inner).map((both) => both.join("")) },
      { weight: 3, arbitrary: fc.tuple(inner, inner).map((both) => both.join("|")) },
      { weight: 3, arbitrary: inner.map((one) => `(${one})`) },
      { weight: 3, arbitrary: inner.map((one) => `(?:${one})`) },
      { weight: 1, arbitrary: inner.map((one) => `(?i:${one})`) },
      {
        weight: 3,
        arbitrary: fc.tuple(inner, quantifier).map(([one, times]) => `(?:${one})${times}`),
      },
    ),
  };
});

/** Texts in which they find something, and others. */
const texts = [
  ..."a b ab ABC abc xabcx abd BOT bot Abot K S ccc cc 1 a.b axb -{ % _ é 🤦 \u212a ſ".split(" "),
  ..."/admin /ADMIN/x /a/b".split(" "),
  "",
  "\\",
  "a b",
  "a\nb",
  "a\n",
  "\nb",
  "\n",
  "a\0b",
  "\0",
];

const oneQuery = 50;

/** Where a database finds something else than the engine with random patterns. */
export async function patternsThatDiffer(
  { rows, writer }: Database,
  count: number,
): Promise<string[]> {
  const found: string[] = [];
  const random = sampled(arbitraryPattern, count);
  const valid = [...new Set(random)].filter((one) => compileRegularExpression(one).ok);
  const patterns = valid.filter((one) => isTranslated(one, writer));
  if (patterns.length < valid.length / 2) throw new Error("Most patterns are refused.");
  const select = texts.map((text, row) => `SELECT ${row} AS r, ${writer.text(text)} AS t`);
  for (let at = 0; at < patterns.length; at += oneQuery) {
    const some = patterns.slice(at, at + oneQuery);
    const columns = some.map((one, index) => `${writer.matches("t", one)} AS m${index}`);
    const sql = `SELECT r, ${columns.join(", ")} FROM (${select.join(" UNION ALL ")}) AS texts`;
    for await (const [row, ...answers] of rows(sql)) {
      const text = texts[Number(row)] ?? "";
      for (const [index, pattern] of some.entries()) {
        const compiled = compileRegularExpression(pattern);
        const truth = compiled.ok && compiled.matches(text);
        if (Boolean(Number(answers[index])) !== truth) {
          found.push(`${pattern} in ${JSON.stringify(text)} is ${String(truth)}`);
        }
      }
    }
  }
  return found;
}

function isTranslated(pattern: string, { matches, text }: Database["writer"]): boolean {
  try {
    matches(text(""), pattern);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "NotInSql") return false;
    throw error;
  }
}
