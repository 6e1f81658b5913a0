import { keyOf, subjectsOf, type Atom, type Formula } from "@traffic-policy/policy-logic";

/**
 * The keys under which a condition is stored, so that a condition that it follows from finds it by
 * one of its {@link lookupKeys}. Undefined when it follows from none.
 */
export function storageKeys(formula: Formula, holds = true): readonly string[] | undefined {
  switch (formula.kind) {
    case "constant":
      return undefined;
    case "requires":
      return storageKeys(formula.of, holds);
    case "not":
      return storageKeys(formula.of, !holds);
    case "atom":
      return exactKeys(formula, holds) ?? otherKeys(formula);
    case "all":
    case "any":
      // What `a || b` follows from is usually a case of one of the parts.
      return (formula.kind === "any") === holds
        ? allOf(formula.parts.map((part) => storageKeys(part, holds)))
        : otherKeys(formula);
    case "choice":
      return otherKeys(formula);
  }
}

function allOf(keys: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return keys.includes(undefined) ? undefined : keys.flatMap((some) => some ?? []);
}

/** The keys of a subject that has one of some values, or a text that begins in some way. */
function exactKeys({ subject, test }: Atom, holds: boolean): string[] | undefined {
  if (test.kind === "one-of") {
    const constants = [...test.constants.values()];
    const [first, ...others] = constants;
    // With few values, not being one implies being another.
    if (subject.form === "scheme") return undefined;
    if (holds) return constants.map((constant) => valueKey(subject.key, keyOf(constant)));
    return first?.kind === "bool" && others.length === 0
      ? [valueKey(subject.key, keyOf({ ...first, value: !first.value }))]
      : undefined;
  }
  const prefix = prefixOf(test);
  return prefix === undefined || !holds ? undefined : [prefixKey(subject.key, prefix)];
}

function prefixOf(test: Atom["test"]): string | undefined {
  return test.kind === "text" && test.test.kind === "startsWith" ? test.test.text : undefined;
}

/** The lengths of the prefixes under which a condition is stored. */
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
 * @param prefixes - the lengths of the prefixes under which conditions are stored
 */
export function lookupKeys(
  formula: Formula,
  prefixes: readonly number[],
  holds = true,
): readonly string[] {
  return [...impliedKeys(formula, prefixes, holds), ...otherKeys(formula, true)];
}

function impliedKeys(formula: Formula, prefixes: readonly number[], holds: boolean): string[] {
  const of = (part: Formula): string[] => impliedKeys(part, prefixes, holds);
  switch (formula.kind) {
    case "requires":
      return [
        ...of(formula.of),
        ...formula.needs.flatMap((need) => impliedKeys(need, prefixes, true)),
      ];
    case "not":
      return impliedKeys(formula.of, prefixes, !holds);
    case "all":
    case "any":
      // What follows from all parts of `a || b` follows from the first.
      return (formula.kind === "all") === holds
        ? formula.parts.flatMap(of)
        : formula.parts.slice(0, 1).flatMap(of);
    case "choice":
      return of(formula.whenTrue);
    case "atom":
      return atomKeys(formula, prefixes, holds);
    case "constant":
      return [];
  }
}

function atomKeys(atom: Atom, lengths: readonly number[], holds: boolean): string[] {
  const { subject, test } = atom;
  const prefix = prefixOf(test);
  if (prefix !== undefined) return holds ? prefixKeys(subject.key, prefix, lengths) : [];
  // What follows from being one of several values follows from being the first of them.
  const keys = exactKeys(atom, holds)?.slice(0, 1) ?? [];
  const [first] = test.kind === "one-of" && holds ? test.constants.values() : [];
  return first?.kind === "text"
    ? [...keys, ...prefixKeys(subject.key, first.value, lengths)]
    : keys;
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

function otherKeys(formula: Formula, withNeeds = false): string[] {
  return [...subjectsOf(formula, { withNeeds })].map((subject) => `${subject} otherwise`);
}
