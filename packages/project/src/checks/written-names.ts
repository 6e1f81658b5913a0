// What files name, as far as their texts say so: they may be broken, and code is not run.

const literal = /(?=(["'`])([^"'`\\\n]{1,400})\1)/g;

/**
 * Returns string literals in code that may name a file or a target, without parsing the code.
 *
 * @param known - names without the usual form, such as a file without an extension
 */
export function literals(text: string, known: ReadonlySet<string>): string[] {
  return [...text.matchAll(literal)].flatMap(([, , name = ""]) =>
    known.has(name) || (/[./]/.test(name) && !name.includes("://")) ? [name] : [],
  );
}

/**
 * Returns possible values of some keys in a text, without parsing it; in JSON and YAML, the value may be on the next
 * line.
 */
export function values(text: string, keys: readonly string[]): string[] {
  const named = new RegExp(
    `\\b(?:${keys.join("|")})["']?\\s*:\\s*(?:[&!|>][^\\n]*\\n?\\s*)?(?:["']([^"'\\n]+)["']|(?=([^\\n]+)))`,
    "g",
  );
  return [...text.matchAll(named)].flatMap(([, quoted, plain]) =>
    quoted === undefined ? plainValues(plain) : [unescaped(quoted)],
  );
}

/** Reads unquoted values, which end at the line end, before a comment, or within a one-line list or object. */
function plainValues(text = ""): string[] {
  return [text, text.replace(/\s#.*$/, ""), text.replace(/[,}\]].*$/, "")].map((one) => one.trim());
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_all, code?: string, char?: string) =>
    code === undefined ? (char ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
