import { type Dialect } from "@traffic-policy/policy-language";
import { camelCase, StringUnits } from "@traffic-policy/policy-language/internal";
import type { FieldOfExpression } from "../expression/expression-site.ts";
import { BracketedCode } from "./bracketed-code.ts";
import { quotedText, textOfUnits as textNode, type PlacedToken } from "./code-tokens.ts";
import type { PlacedExpression } from "./expressions.ts";
import type { DocumentContext } from "./kind.ts";
import type { TextNode } from "@traffic-policy/policy-language/editing";

/**
 * Returns the CEL expressions of a module: the templates `` cel`…` `` and `` cel.as("…")`…` ``, and the text in
 * `cel.text("…")`. Works on tokens, so it also works while the module has syntax errors. Each value embedded in a
 * template counts as a single name, `_`.
 */
export function codeExpressions(
  text: string,
  { dialect, protocols }: DocumentContext,
): PlacedExpression[] {
  if (!text.includes("cel")) return [];
  const code = new BracketedCode(text);
  return code.tokens.flatMap(({ type, value }, index): PlacedExpression[] => {
    if (type !== "IdentifierName" || value !== "cel" || code.value(index - 1) === ".") return [];
    const node = textAfter(code.tokens, index + 1);
    if (node === undefined) return [];
    const field = fieldOf(code, index, dialect);
    const known = { dialect, section: undefined, protocols, role: "condition" } as const;
    const site = { ...known, text: node.value, ...(field && { field }) };
    return [{ site, node, start: 0, path: [] }];
  });
}

function fieldOf(
  code: BracketedCode,
  index: number,
  { actions }: Dialect,
): FieldOfExpression | undefined {
  if (code.value(index - 1) !== ":") return undefined;
  const [object, call = -1] = code.around(index);
  if (object !== call + 1 || code.value(call) !== "(") return undefined;
  for (const { type: action, bindings = {} } of actions.values()) {
    if (code.value(call - 1) !== camelCase(action)) continue;
    for (const [field, names] of Object.entries(bindings)) {
      if (code.value(index - 2) === camelCase(field)) return { action, field, names };
    }
  }
  return undefined;
}

function textAfter(tokens: readonly PlacedToken[], from: number): TextNode | undefined {
  const [dot, name, bracket, argument, close] = tokens.slice(from, from + 5);
  if (dot?.value !== ".") return template(tokens, from);
  if (bracket?.value !== "(" || argument?.type !== "StringLiteral") return undefined;
  if (name?.value === "text") return quotedText(argument);
  return name?.value === "as" && close?.value === ")" ? template(tokens, from + 5) : undefined;
}

function template(tokens: readonly PlacedToken[], from: number): TextNode | undefined {
  const first = tokens[from];
  const units = new StringUnits();
  if (first?.type === "NoSubstitutionTemplate") {
    units.raw(first.value.slice(1, first.closed ? -1 : undefined), first.start + 1);
    return textNode(units, first.start + 1, first.closed ? first.end - 1 : first.end, "template");
  }
  if (first?.type !== "TemplateHead") return undefined;
  units.raw(first.value.slice(1, -2), first.start + 1);
  let hole = first.end - 2;
  let depth = 0;
  for (let index = from + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.type === "TemplateHead") depth += 1;
    if (depth === 0 && (token.type === "TemplateMiddle" || token.type === "TemplateTail")) {
      units.as("_", { start: hole, end: token.start + 1 });
      const isEnd = token.type === "TemplateTail";
      const after = isEnd ? (token.closed ? -1 : undefined) : -2;
      units.raw(token.value.slice(1, after), token.start + 1);
      hole = token.end - 2;
      if (isEnd)
        return textNode(units, first.start + 1, token.end - (token.closed ? 1 : 0), "template");
    }
    if (token.type === "TemplateTail") depth = Math.max(0, depth - 1);
  }
  return textNode(units, first.start + 1, hole, "template");
}
