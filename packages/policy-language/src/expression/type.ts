/** A CEL type. `record` is a type of the catalogue's own; `variable` stands only in signatures. */
export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  | { readonly kind: "type"; readonly of: CelType }
  | { readonly kind: "record"; readonly name: string }
  | { readonly kind: "variable"; readonly name: string }
  | FreeType;

/**
 * A type that nothing is known of yet, such as that of the items of `[]`: its first use that
 * allows one type only gives it its solution.
 */
export interface FreeType {
  readonly kind: "free";
  solution?: CelType;
}

/** The types that have no parts. */
type SimpleKind = (typeof simpleKinds)[number];

const simpleKinds = [
  "bool",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "null",
  "timestamp",
  "duration",
  "dyn",
] as const;

const simpleTypes = new Map(simpleKinds.map((kind): [string, CelType] => [kind, { kind }]));

const parsed = new Map<string, CelType>();

/**
 * Reads a type as the catalogue writes it: `string`, `list(string)`, `map(string, list(cookie))`.
 * A capital letter is a type that follows from the arguments; any other name is a record.
 *
 * @throws RangeError for a text that is no type
 */
export function parseType(text: string): CelType {
  let type = parsed.get(text);
  if (type === undefined) {
    type = readType(text);
    parsed.set(text, type);
  }
  return type;
}

function readType(text: string): CelType {
  const match = /^([A-Za-z_]\w*)(?:\((.*)\))?$/.exec(text.trim());
  const [, name = "", inner] = match ?? [];
  const parts = inner === undefined ? [] : splitParts(inner).map(parseType);
  const [first, second] = parts;
  if (name === "list" && first !== undefined && parts.length === 1) {
    return { kind: "list", element: first };
  }
  if (name === "type" && first !== undefined && parts.length === 1) {
    return { kind: "type", of: first };
  }
  if (name === "map" && first !== undefined && second !== undefined && parts.length === 2) {
    return { kind: "map", key: first, value: second };
  }
  if (name === "" || inner !== undefined || name === "list" || name === "map") {
    throw new RangeError(`"${text}" is not a type.`);
  }
  const simple = simpleTypes.get(name);
  if (simple !== undefined) return simple;
  return /^[A-Z]$/.test(name) ? { kind: "variable", name } : { kind: "record", name };
}

/** Splits at the commas that are not inside parentheses. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") depth += 1;
    else if (text[index] === ")") depth -= 1;
    else if (text[index] === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Writes a type as the catalogue writes it. */
export function typeText(type: CelType): string {
  switch (type.kind) {
    case "list":
      return `list(${typeText(type.element)})`;
    case "map":
      return `map(${typeText(type.key)}, ${typeText(type.value)})`;
    case "type":
      return `type(${typeText(type.of)})`;
    case "record":
    case "variable":
      return type.name;
    case "free":
      return type.solution === undefined ? "dyn" : typeText(type.solution);
    default:
      return type.kind;
  }
}

/** The type that a free type stands for by now; any other type is itself. */
export function solved(type: CelType): CelType {
  return type.kind === "free" && type.solution !== undefined ? solved(type.solution) : type;
}

/** Whether nothing is known of a type before run time, so that everything is allowed with it. */
export function isOpen(type: CelType): boolean {
  const { kind } = solved(type);
  return kind === "dyn" || kind === "free";
}
