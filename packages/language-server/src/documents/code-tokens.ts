import { type Span } from "@traffic-policy/policy-language";
import { StringUnits } from "@traffic-policy/policy-language/internal";
import jsTokens, { type Token } from "js-tokens";
import type { TextNode } from "@traffic-policy/policy-language/editing";

export type PlacedToken = Token & Span;

export function tokensOf(text: string): PlacedToken[] {
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

/** Checks whether a token is a complete text: in quotes, or a template without `${…}`. */
export function isText(token: PlacedToken | undefined): token is PlacedToken {
  return token?.type === "StringLiteral" || token?.type === "NoSubstitutionTemplate";
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

const styles: Readonly<Record<string, TextNode["style"]>> = {
  "'": "code-single",
  "`": "code-template",
};

/** Returns the value of a string literal, or of a template without `${…}`. The literal may be unclosed. */
export function quotedText({ start, end, value }: PlacedToken): TextNode {
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
  const style = styles[value[0] ?? ""] ?? "double";
  return textOfUnits(units, start + 1, isClosed ? end - 1 : end, style);
}

export function nameText({ start, end, value }: PlacedToken): TextNode {
  const units = new StringUnits();
  units.raw(value, start);
  return textOfUnits(units, start, end, "plain");
}

export function textOfUnits(
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
