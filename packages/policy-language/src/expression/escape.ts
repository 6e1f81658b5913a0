import { ParseFailure } from "./parse-failure.ts";

/** The character that an escape stands for, and the first offset after the escape. */
interface Escape {
  readonly value: number;
  readonly end: number;
}

const characters: Readonly<Record<string, number>> = {
  "\\": 92,
  "?": 63,
  '"': 34,
  "'": 39,
  "`": 96,
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};

const numeric: readonly { form: RegExp; digits: number; base: number; inBytes: boolean }[] = [
  { form: /\\[xX][0-9a-fA-F]{2}/y, digits: 2, base: 16, inBytes: true },
  { form: /\\[0-3][0-7]{2}/y, digits: 3, base: 8, inBytes: true },
  { form: /\\u[0-9a-fA-F]{4}/y, digits: 4, base: 16, inBytes: false },
  { form: /\\U[0-9a-fA-F]{8}/y, digits: 8, base: 16, inBytes: false },
];

// How far a wrong escape goes, so that the error covers all that was meant by it.
const attempt = /\\(?:[xX][0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|[0-9]{1,3}|[^])/uy;

/**
 * Reads the escape at a backslash: in a string it stands for a code point, in bytes for a byte,
 * where CEL knows no `\u` and no `\U`. `offset` is where the content begins in the expression.
 *
 * Throws a {@link ParseFailure} for an escape that CEL does not know.
 */
export function decodeEscape(
  content: string,
  at: number,
  { offset, bytes }: { offset: number; bytes: boolean },
): Escape {
  const character = characters[content.charAt(at + 1)];
  if (character !== undefined) return { value: character, end: at + 2 };
  for (const { form, digits, base, inBytes } of numeric) {
    if (bytes && !inBytes) continue;
    form.lastIndex = at;
    if (!form.test(content)) continue;
    const end = form.lastIndex;
    const value = Number.parseInt(content.slice(end - digits, end), base);
    if (isCodePoint(value)) return { value, end };
  }
  attempt.lastIndex = at;
  const detail = attempt.exec(content)?.[0] ?? "\\";
  const start = offset + at;
  throw new ParseFailure({
    code: "invalid-escape",
    span: { start, end: start + detail.length },
    detail,
  });
}

function isCodePoint(value: number): boolean {
  return value <= 0x10_ffff && (value < 0xd800 || value > 0xdfff);
}
