/** TypeScript code, with the names that it must import from this package. */
export interface Code {
  readonly text: string;
  readonly imports: readonly string[];
}

/** A template tag that combines pieces of code. Strings are inserted unchanged. */
export function code(texts: TemplateStringsArray, ...parts: readonly (Code | string)[]): Code {
  const pieces = texts.flatMap((text, index) => [text, parts[index] ?? ""]);
  return joined(pieces, "");
}

export function listed(parts: readonly Code[]): Code {
  return joined(parts, ", ");
}

export function imported(name: string): Code {
  return { text: name, imports: [name] };
}

export function joined(parts: readonly (Code | string)[], separator: string): Code {
  const imports = new Set<string>();
  const texts: string[] = [];
  for (const part of parts) {
    if (typeof part === "string") {
      texts.push(part);
    } else {
      texts.push(part.text);
      for (const name of part.imports) imports.add(name);
    }
  }
  return { text: texts.join(separator), imports: [...imports] };
}

export interface Built<T> {
  readonly code: Code;
  readonly value: T;
}

export function scalarCode(value: string | number | bigint | boolean | null): string {
  if (typeof value === "string") return stringCode(value);
  if (typeof value === "number") return numberCode(value);
  return typeof value === "bigint" ? `${grouped(String(value))}n` : String(value);
}

/** Returns a string literal in TypeScript, with invisible characters escaped. */
export function stringCode(value: string): string {
  const text = value
    .replace(/["\\]/g, (character) => `\\${character}`)
    .replace(unprintable, escaped);
  return `"${text}"`;
}

export function jsonCode(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonCode).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalarCode(value as string);
  const members = Object.entries(value).map(
    ([key, member]) => `${keyCode(key)}: ${jsonCode(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

export function keyCode(key: string): string {
  // Written as a plain key, it would set the prototype.
  if (key === "__proto__") return `["__proto__"]`;
  return isIdentifierName(key) ? key : stringCode(key);
}

function numberCode(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return Number.isInteger(value) ? grouped(String(value)) : String(value);
}

// From five digits on, as people write them.
function grouped(digits: string): string {
  if (!/^-?\d{5,}$/.test(digits)) return digits;
  return digits.replace(/(?<=\d)(?=(?:\d{3})+$)/g, "_");
}

function isIdentifierName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** True when a variable of the written module can have this name without a clash with anything that it may import. */
export function isFreeName(name: string, exports: object): boolean {
  return isIdentifierName(name) && !reserved.has(name) && !(name in exports);
}

/** Words that no variable of a module can have, and globals that should not be hidden. */
const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let new " +
    "null package private protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield async of NaN Infinity Uint8Array globalThis"
  ).split(" "),
);

/**
 * Characters that are invisible in source, or change how the text around them looks. Lone surrogates are included,
 * because no file can hold them.
 */
export const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
