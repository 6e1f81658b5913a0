import { keyOf, subjectsOf, type Atom, type Formula } from "@traffic-policy/policy-logic";

/**
 * The keys under which a condition is kept, so that a condition that it follows from finds it by
 * one of its {@link lookupKeys}. Undefined when it follows from none.
 */
export function storageKeys(formula: Formula): readonly string[] | undefined {
  switch (formula.kind) {
    case "constant":
      return undefined;
    case "requires":
      return storageKeys(formula.of);
    case "not":
      return falseKeys(formula.of) ?? otherKeys(formula);
    case "atom":
      return atomKeys(formula) ?? otherKeys(formula);
    case "any":
      // What it follows from is mostly a case of one of the parts.
      return allOf(formula.parts.map(storageKeys));
    default:
      return otherKeys(formula);
  }
}

function allOf(keys: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return keys.includes(undefined) ? undefined : keys.flatMap((some) => some ?? []);
}

function atomKeys({ subject, test }: Atom): string[] | undefined {
  if (test.kind === "one-of") {
    return [...test.constants.keys()].map((key) => valueKey(subject.key, key));
  }
  const prefix = prefixOf(test);
  return prefix === undefined ? undefined : [prefixKey(subject.key, prefix)];
}

/** A condition is false when `true` is the only value that it asks for. */
function falseKeys(of: Formula): string[] | undefined {
  if (of.kind === "requires") return falseKeys(of.of);
  if (of.kind !== "atom" || of.test.kind !== "one-of") return undefined;
  const [first, ...others] = of.test.constants.values();
  const isBool = first?.kind === "bool" && others.length === 0;
  return isBool ? [valueKey(of.subject.key, keyOf({ ...first, value: !first.value }))] : undefined;
}

function prefixOf(test: Atom["test"]): string | undefined {
  return test.kind === "text" && test.test.kind === "startsWith" ? test.test.text : undefined;
}

/** How long the beginnings of texts are that a condition is kept by. */
export function prefixLengths(formula: Formula): readonly number[] {
  switch (formula.kind) {
    case "any":
      return formula.parts.flatMap(prefixLengths);
    case "requires":
      return prefixLengths(formula.of);
    case "atom": {
      const prefix = prefixOf(formula.test);
      return prefix === undefined ? [] : [prefix.length];
    }
    default:
      return [];
  }
}

/**
 * The keys of everything that may follow from a condition.
 *
 * @param prefixes - how long the beginnings of texts are that conditions are kept by
 */
export function lookupKeys(formula: Formula, prefixes: readonly number[]): readonly string[] {
  return [...exactKeys(formula, prefixes), ...otherKeys(formula)];
}

function exactKeys(formula: Formula, prefixes: readonly number[]): string[] {
  switch (formula.kind) {
    case "requires":
      return exactKeys(formula.of, prefixes);
    case "not":
      return falseKeys(formula.of) ?? [];
    case "all":
      return formula.parts.flatMap((part) => exactKeys(part, prefixes));
    case "any":
      // What follows from all of the parts follows from the first.
      return formula.parts.slice(0, 1).flatMap((part) => exactKeys(part, prefixes));
    case "atom":
      return askedKeys(formula, prefixes);
    default:
      return [];
  }
}

function askedKeys({ subject, test }: Atom, lengths: readonly number[]): string[] {
  const prefix = prefixOf(test);
  if (prefix !== undefined) return prefixKeys(subject.key, prefix, lengths);
  if (test.kind !== "one-of") return [];
  // What follows from being one of several values follows from being the first of them.
  const [first] = test.constants.values();
  if (first === undefined) return [];
  const prefixes = first.kind === "text" ? prefixKeys(subject.key, first.value, lengths) : [];
  return [valueKey(subject.key, keyOf(first)), ...prefixes];
}

const longestPrefix = 200;

function prefixKeys(subject: string, text: string, lengths: readonly number[]): string[] {
  const longest = Math.min(text.length, longestPrefix);
  return lengths
    .filter((length) => length <= longest)
    .map((length) => prefixKey(subject, text.slice(0, length)));
}

function valueKey(subject: string, value: string): string {
  return `${subject} is ${value}`;
}

function prefixKey(subject: string, prefix: string): string {
  return `${subject} begins with ${prefix}`;
}

function otherKeys(formula: Formula): string[] {
  return [...subjectsOf(formula)].map((subject) => `${subject} otherwise`);
}
