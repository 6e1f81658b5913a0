import { endsOperand, type Tokens } from "./tokens.ts";

/**
 * The first token of the operand that ends right before a token, with all that belongs to it: `req.cookies['x']`.
 * Undefined where none ends.
 */
export function startOfOperand(tokens: Tokens, before: number): number | undefined {
  let at = before - 1;
  for (let parts = 0; parts < mostParts; parts++) {
    const start = startOfPart(tokens, at);
    if (start === undefined) return undefined;
    const previous = tokens.kind(start - 1);
    const isContinued = tokens.kind(start) === "[" || tokens.kind(start) === "(";
    if (isContinued && isIndexOrCall(tokens, start)) {
      at = start - 1;
    } else if (tokens.kind(start) === "name" && previous === ".") {
      if (!endsOperand(tokens.kind(start - 2))) return start - 1;
      at = start - 2;
    } else {
      return start;
    }
  }
  return undefined;
}

/** Limits the search: more parts exceed the allowed depth of an expression, and would only take time. */
const mostParts = 500;

function startOfPart(tokens: Tokens, last: number): number | undefined {
  const token = tokens.list[last];
  if (token === undefined || !endsOperand(token.kind) || token.isOpen === true) return undefined;
  const isBracket = token.kind === ")" || token.kind === "]" || token.kind === "}";
  return isBracket ? token.partner : last;
}

/** Checks whether an opening bracket belongs to the operand before it. */
export function isIndexOrCall(tokens: Tokens, open: number): boolean {
  const previous = tokens.kind(open - 1);
  return tokens.kind(open) === "(" ? previous === "name" : endsOperand(previous);
}

/** The last token of the operand that begins with a token; undefined where none does. */
export function endOfOperand(tokens: Tokens, first: number): number | undefined {
  const token = tokens.list[first];
  if (token === undefined) return undefined;
  let last = token.kind === "(" || token.kind === "[" || token.kind === "{" ? token.partner : first;
  if (last === undefined || !endsOperand(tokens.kind(last))) return undefined;
  for (;;) {
    const next = tokens.kind(last + 1);
    if (next === "." && tokens.kind(last + 2) === "name") {
      last += 2;
    } else if ((next === "[" || next === "(") && isIndexOrCall(tokens, last + 1)) {
      const partner: number | undefined = tokens.list[last + 1]?.partner;
      if (partner === undefined) return last;
      last = partner;
    } else {
      return last;
    }
  }
}
