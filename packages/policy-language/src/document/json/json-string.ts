import type { Span } from "../../span.ts";

/**
 * The range in a JSON text of a part of a string value.
 *
 * @param string - the range of the string with its quotes
 * @param part - counts UTF-16 units of the value
 */
export function locateInJsonString(text: string, string: Span, part: Span): Span {
  let offset = string.start + 1;
  let start = offset;
  for (let unit = 0; unit < part.end; unit++) {
    if (unit === part.start) start = offset;
    offset += unitLength(text, offset);
  }
  return { start: part.start === part.end ? offset : start, end: offset };
}

/** The first thing in a JSON string that is not allowed in it, if there is one. */
export function findStringFault(
  text: string,
  { start, end }: Span,
): { readonly kind: string; readonly span: Span } | undefined {
  for (let offset = start + 1; offset < end; offset += unitLength(text, offset)) {
    if (text.charCodeAt(offset) < 0x20) return fault("InvalidCharacter", offset, 1);
    if (text[offset] !== "\\") continue;
    if (text[offset + 1] === "u") {
      const digits = /^[\da-fA-F]*/.exec(text.slice(offset + 2, offset + 6))?.[0] ?? "";
      if (digits.length < 4) return fault("InvalidUnicode", offset, 2 + digits.length);
    } else if (!/^["\\/bfnrt]$/.test(text[offset + 1] ?? "")) {
      return fault("InvalidEscapeCharacter", offset, Math.min(2, end - offset));
    }
  }
  return undefined;
}

function fault(kind: string, start: number, length: number): { kind: string; span: Span } {
  return { kind, span: { start, end: start + length } };
}

/** How many characters of the text stand for one unit of the value. */
function unitLength(text: string, offset: number): number {
  if (text[offset] !== "\\") return 1;
  return text[offset + 1] === "u" ? 6 : 2;
}
