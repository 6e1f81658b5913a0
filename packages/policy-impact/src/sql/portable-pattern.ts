import { untranslated } from "./untranslated.ts";

const classes: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "0-9A-Za-z_",
  s: String.raw`\t\n\f\r `,
};

const characters: Readonly<Record<string, string>> = {
  t: String.raw`\t`,
  n: String.raw`\n`,
  r: String.raw`\r`,
  f: String.raw`\f`,
};

/**
 * A pattern that regular expressions of Java and Joni take for what RE2 does: each class is spelt out, anchors are
 * those of the whole text, and nothing is left that these know and RE2 does not.
 *
 * @throws NotInSql for a pattern that has more in it
 */
export function portablePattern(pattern: string): string {
  const refuse = (): never => {
    throw untranslated(`the pattern ${pattern}`);
  };
  if (!/^[\x20-\x7e]*$/.test(pattern)) refuse();
  const ignoresCase = pattern.startsWith("(?i)");
  let at = ignoresCase ? 4 : 0;
  let written = "";

  /** What follows a backslash: what stands for it within brackets. */
  const escaped = (isInClass: boolean): string => {
    const one = pattern[at++] ?? refuse();
    if (/[^0-9A-Za-z]/.test(one)) return literal(one, isInClass);
    const hex = one === "x" ? /^[0-7][0-9A-Fa-f]/.exec(pattern.slice(at))?.[0] : undefined;
    if (hex !== undefined) {
      at += 2;
      const letter = String.fromCodePoint(Number.parseInt(hex, 16));
      return ignoresCase && /[A-Za-z]/.test(letter) ? refuse() : String.raw`\x` + hex;
    }
    const character = characters[one];
    if (character !== undefined) return character;
    const own = classes[one.toLowerCase()];
    if (own === undefined || (ignoresCase && one !== "d")) return refuse();
    if (one !== one.toLowerCase()) return isInClass ? refuse() : `[^${own}]`;
    return isInClass ? own : `[${own}]`;
  };

  const inBrackets = (): string => {
    const isNegated = pattern[at] === "^";
    if (isNegated) at += 1;
    if (pattern[at] === "]") refuse();
    let items = "";
    while (pattern[at] !== "]") {
      const codes = /^\\x[0-7][0-9A-Fa-f]-\\x[0-7][0-9A-Fa-f]/.exec(pattern.slice(at))?.[0];
      if (codes !== undefined) {
        if (ignoresCase) refuse();
        items += codes;
        at += codes.length;
        continue;
      }
      const one = pattern[at++] ?? refuse();
      if (one === "\\") {
        items += escaped(true);
        if (pattern[at] === "-" && pattern[at + 1] !== "]") refuse();
      } else if (one === "[" && pattern[at] === ":") refuse();
      else if (pattern[at] === "-" && pattern[at + 1] !== "]") {
        const range = /^[0-9]-[0-9]|^[a-z]-[a-z]|^[A-Z]-[A-Z]/.exec(pattern.slice(at - 1))?.[0];
        if (range === undefined) return refuse();
        at += 2;
        items += foldedRange(range);
      } else if (/[A-Za-z]/.test(one)) items += ignoresCase ? folded(one) : one;
      else items += literal(one, true);
    }
    at += 1;
    return `[${isNegated ? "^" : ""}${items}]`;
  };

  const foldedRange = (range: string): string => {
    if (!ignoresCase || /^\d/.test(range)) return range;
    const [first = "", last = ""] = range.split("-").map((letter) => letter.toLowerCase());
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const some = letters.slice(letters.indexOf(first), letters.indexOf(last) + 1);
    return Array.from(some, folded).join("");
  };

  while (at < pattern.length) {
    const one = pattern[at++] ?? "";
    if (one === "\\") written += escaped(false);
    else if (one === "[") written += inBrackets();
    else if (one === ".") written += String.raw`[^\n]`;
    else if (one === "^") written += String.raw`\A`;
    else if (one === "$") written += String.raw`\z`;
    else if (one === "(") {
      const isPlain = pattern[at] !== "?";
      if (!isPlain && pattern[at + 1] !== ":") refuse();
      if (!isPlain) at += 2;
      written += "(?:";
    } else if (one === "{") {
      const times = /^\d+(?:,\d*)?\}/.exec(pattern.slice(at))?.[0];
      written += times === undefined ? String.raw`\{` : `{${times}`;
      at += times?.length ?? 0;
    } else if (/[)|*+?]/.test(one)) written += one;
    else if (/[A-Za-z]/.test(one)) written += ignoresCase ? `[${folded(one)}]` : one;
    else written += literal(one, false);
  }
  return written;
}

/** A character that is no letter, and means nothing else there. */
function literal(one: string, isInClass: boolean): string {
  const special = isInClass ? /[-[\](){}.*+?^$|\\&~#]/ : /[[\](){}.*+?^$|\\]/;
  return special.test(one) ? `\\${one}` : one;
}

/** The letters that are one but for their case; two have a third, as Unicode folds. */
function folded(letter: string): string {
  const both = letter.toLowerCase() + letter.toUpperCase();
  if (both === "kK") return `${both}\u212a`;
  return both === "sS" ? `${both}\u017f` : both;
}
