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
 * A type that is not known yet, such as that of the items of `[]`. Its first use that allows only one type solves it.
 */
export interface FreeType {
  readonly kind: "free";
  solution?: CelType;
}

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
  if (type === undefined) parsed.set(text, (type = readType(text)));
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

/** Returns the solution of a free type; any other type is returned as is. */
export function solved(type: CelType): CelType {
  return type.kind === "free" && type.solution !== undefined ? solved(type.solution) : type;
}

/** Checks whether nothing is known of a type before run time, so that everything is allowed with it. */
export function isOpen(type: CelType): boolean {
  const { kind } = solved(type);
  return kind === "dyn" || kind === "free";
}

/** The types bound to the type parameters of a signature (capital letters) in a call. */
export type Bindings = Map<string, CelType>;

/** Types that also accept `null`. */
const nullable = new Set(["null", "record", "timestamp", "duration"]);

/**
 * Checks whether a value of a type can stand where another is expected. `dyn` fits everywhere, and
 * everything fits `dyn`: what it is, is known at run time only.
 */
export function isAssignable(given: CelType, expected: CelType, bindings: Bindings): boolean {
  const actual = solved(given);
  if (expected.kind === "variable") {
    const bound = bindings.get(expected.name);
    const both = bound === undefined ? actual : join(bound, actual);
    if (both === undefined) return false;
    bindings.set(expected.name, both);
    return true;
  }
  // A free type is not solved here: it may be tried against several signatures.
  if (isOpen(actual) || isOpen(expected)) return true;
  if (actual.kind === "null") return nullable.has(expected.kind);
  switch (expected.kind) {
    case "list":
      return actual.kind === "list" && isAssignable(actual.element, expected.element, bindings);
    case "map":
      return (
        actual.kind === "map" &&
        isAssignable(actual.key, expected.key, bindings) &&
        isAssignable(actual.value, expected.value, bindings)
      );
    case "type":
      return actual.kind === "type";
    case "record":
      return actual.kind === "record" && actual.name === expected.name;
    default:
      return actual.kind === expected.kind;
  }
}

/**
 * Returns the type that covers both, if they are compatible; `dyn` in either gives `dyn`. A free type is solved to
 * the other type.
 */
export function join(left: CelType, right: CelType): CelType | undefined {
  const [one, other] = [solved(left), solved(right)];
  if (one === other) return one;
  if (one.kind === "free") return solve(one, other);
  if (other.kind === "free") return solve(other, one);
  if (one.kind === "dyn") return one;
  if (other.kind === "dyn") return other;
  if (one.kind === "null") return nullable.has(other.kind) ? other : undefined;
  if (other.kind === "null") return nullable.has(one.kind) ? one : undefined;
  if (one.kind === "list" && other.kind === "list") {
    const element = join(one.element, other.element);
    return element && { kind: "list", element };
  }
  if (one.kind === "map" && other.kind === "map") {
    const key = join(one.key, other.key);
    const value = join(one.value, other.value);
    return key && value && { kind: "map", key, value };
  }
  if (one.kind === "record")
    return other.kind === "record" && one.name === other.name ? one : undefined;
  return one.kind === other.kind ? one : undefined;
}

/** Solves a free type; undefined when the solution would contain the free type itself. */
export function solve(free: FreeType, solution: CelType): CelType | undefined {
  if (holds(solution, free)) return undefined;
  free.solution = solution;
  return solution;
}

function holds(type: CelType, free: FreeType): boolean {
  const inner = solved(type);
  if (inner === free) return true;
  if (inner.kind === "list") return holds(inner.element, free);
  if (inner.kind === "map") return holds(inner.key, free) || holds(inner.value, free);
  return inner.kind === "type" && holds(inner.of, free);
}

/** Returns the result type of a call that matches several overloads, as cel-go's checker determines it. */
export function commonResult(results: readonly CelType[]): CelType {
  const [first = { kind: "dyn" }] = results;
  return results.every((result) => typeText(result) === typeText(first)) ? first : { kind: "dyn" };
}

/** Replaces the type parameters by their bindings; unbound parameters become `dyn`. */
export function resolve(type: CelType, bindings: Bindings): CelType {
  switch (type.kind) {
    case "variable":
      return bindings.get(type.name) ?? { kind: "dyn" };
    case "list":
      return { kind: "list", element: resolve(type.element, bindings) };
    case "map":
      return {
        kind: "map",
        key: resolve(type.key, bindings),
        value: resolve(type.value, bindings),
      };
    case "type":
      return { kind: "type", of: resolve(type.of, bindings) };
    default:
      return type;
  }
}
