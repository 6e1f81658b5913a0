// What files name, as far as their texts say so: they may be broken, and code is not run.

/** Between two quotes of a kind, wherever they stand: a text without quotes and escapes in it. */
const literal = /(?=(["'`])([^"'`\\\n]{1,400})\1)/g;

/**
 * What in code may be the name of a file or of a target, without parsing it.
 *
 * @param known - those that look like neither, such as a file without an ending
 */
export function literals(text: string, known: ReadonlySet<string>): string[] {
  return [...text.matchAll(literal)].flatMap(([, , name = ""]) =>
    known.has(name) || (/[./]/.test(name) && !name.includes("://")) ? [name] : [],
  );
}

/** What the values of some keys in a text may be, without parsing it; in JSON and YAML, also on the next line. */
export function values(text: string, keys: readonly string[]): string[] {
  const named = new RegExp(
    `\\b(?:${keys.join("|")})["']?\\s*:\\s*(?:[&!|>][^\\n]*\\n?\\s*)?(?:["']([^"'\\n]+)["']|(?=([^\\n]+)))`,
    "g",
  );
  return [...text.matchAll(named)].flatMap(([, quoted, plain]) =>
    quoted === undefined ? plainValues(plain) : [unescaped(quoted)],
  );
}

/** A text without quotes ends with the line, before a comment, or in a list or an object of one line. */
function plainValues(text = ""): string[] {
  return [text, text.replace(/\s#.*$/, ""), text.replace(/[,}\]].*$/, "")].map((one) => one.trim());
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_all, code?: string, char?: string) =>
    code === undefined ? (char ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
