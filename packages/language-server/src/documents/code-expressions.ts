import type { Span } from "@traffic-policy/policy-language";
import { StringUnits } from "@traffic-policy/policy-language/yaml";
import jsTokens, { type Token } from "js-tokens";
import type { PlacedExpression, Surroundings } from "./expressions.ts";
import type { TextNode } from "./tree.ts";

/** A token of code with its place. */
type PlacedToken = Token & Span;

/**
 * The CEL of a module: what stands in the templates `` cel`…` `` and `` cel.as("…")`…` ``, and in `cel.text("…")`.
 * It is found by tokens, so that it is found while the module is broken. What a template embeds counts as one
 * name, `_`.
 */
export function codeExpressions(
  text: string,
  { dialect, protocols }: Surroundings,
): PlacedExpression[] {
  if (!text.includes("cel")) return [];
  return celTexts(tokensOf(text)).map((node) => ({
    site: { text: node.value, dialect, section: undefined, protocols, role: "condition" },
    node,
    start: 0,
    path: [],
  }));
}

/** The tokens that are no space and no comments. */
function tokensOf(text: string): PlacedToken[] {
  const tokens: PlacedToken[] = [];
  let start = 0;
  for (const token of jsTokens(text)) {
    const end = start + token.value.length;
    if (!/^(?:WhiteSpace|LineTerminator|.*Comment)/.test(token.type)) {
      tokens.push({ ...token, start, end });
    }
    start = end;
  }
  return tokens;
}

function celTexts(tokens: readonly PlacedToken[]): TextNode[] {
  const found: TextNode[] = [];
  for (const [index, { type, value }] of tokens.entries()) {
    if (type !== "IdentifierName" || value !== "cel" || tokens[index - 1]?.value === ".") continue;
    const text = textAfter(tokens, index + 1);
    if (text !== undefined) found.push(text);
  }
  return found;
}

/** The template or text after `cel`, which may have `.as("string")` or `.text(` before it. */
function textAfter(tokens: readonly PlacedToken[], from: number): TextNode | undefined {
  const [dot, name, bracket, argument, close] = tokens.slice(from, from + 5);
  if (dot?.value !== ".") return template(tokens, from);
  if (bracket?.value !== "(" || argument?.type !== "StringLiteral") return undefined;
  if (name?.value === "text") return quoted(argument);
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

const escape = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/gi;

const escaped: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
};

function quoted({ start, end, value }: PlacedToken): TextNode {
  const isClosed = value.length > 1 && value.endsWith(value[0] ?? "");
  const inner = value.slice(1, isClosed ? -1 : undefined);
  const units = new StringUnits();
  let from = 0;
  for (const { index, 0: whole, 1: point, 2: unit, 3: byte, 4: other = "" } of inner.matchAll(
    escape,
  )) {
    units.raw(inner.slice(from, index), start + 1 + from);
    const code = point ?? unit ?? byte;
    const character =
      code === undefined
        ? (escaped[other] ?? other)
        : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff));
    units.as(character, { start: start + 1 + index, end: start + 1 + index + whole.length });
    from = index + whole.length;
  }
  units.raw(inner.slice(from), start + 1 + from);
  const style = value.startsWith("'") ? "single" : "double";
  return textNode(units, start + 1, isClosed ? end - 1 : end, style);
}

function textNode(
  units: StringUnits,
  start: number,
  end: number,
  style: TextNode["style"],
): TextNode {
  const { value } = units;
  return {
    kind: "text",
    start,
    end,
    value,
    style,
    range(part) {
      if (part.start >= value.length) return { start: end, end };
      return units.range(part) ?? { start, end: start };
    },
  };
}
