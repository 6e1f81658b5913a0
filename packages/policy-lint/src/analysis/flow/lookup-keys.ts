import { keyOf } from "../logic/constant.ts";
import type { Comparison, Formula } from "../logic/formula.ts";
import { subjectsOf } from "../logic/subjects-of.ts";

/**
 * The keys under which a condition is kept, so that a condition that it follows from finds it by
 * one of its {@link lookupKeys}. Undefined when it follows from none.
 */
export function storageKeys(formula: Formula): readonly string[] | undefined {
  switch (formula.kind) {
    case "constant":
    case "unknown":
      return undefined;
    case "flag":
      return [`${formula.key} is true`];
    case "not":
      return formula.of.kind === "flag" ? [`${formula.of.key} is false`] : otherKeys(formula);
    case "comparison":
      return comparisonKeys(formula) ?? otherKeys(formula);
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

function comparisonKeys({ term, test }: Comparison): string[] | undefined {
  if (test.kind === "one-of")
    return [...test.constants.keys()].map((key) => valueKey(term.key, key));
  if (test.kind === "text" && test.method === "startsWith") return [prefixKey(term.key, test.text)];
  return undefined;
}

/** How long the beginnings of texts are that a condition is kept by. */
export function prefixLengths(formula: Formula): readonly number[] {
  if (formula.kind === "any") return formula.parts.flatMap(prefixLengths);
  const isPrefix =
    formula.kind === "comparison" &&
    formula.test.kind === "text" &&
    formula.test.method === "startsWith";
  return isPrefix ? [formula.test.text.length] : [];
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
    case "flag":
      return [`${formula.key} is true`];
    case "not":
      return formula.of.kind === "flag" ? [`${formula.of.key} is false`] : [];
    case "all":
      return formula.parts.flatMap((part) => exactKeys(part, prefixes));
    case "any":
      // What follows from all of the parts follows from the first.
      return formula.parts.slice(0, 1).flatMap((part) => exactKeys(part, prefixes));
    case "comparison":
      return comparedKeys(formula, prefixes);
    default:
      return [];
  }
}

function comparedKeys({ term, test }: Comparison, lengths: readonly number[]): string[] {
  if (test.kind === "order") return [];
  if (test.kind === "text") {
    return test.method === "startsWith" ? prefixKeys(term.key, test.text, lengths) : [];
  }
  // What follows from being one of several values follows from being the first of them.
  const [first] = test.constants.values();
  if (first === undefined) return [];
  const prefixes = first.kind === "text" ? prefixKeys(term.key, first.value, lengths) : [];
  return [valueKey(term.key, keyOf(first)), ...prefixes];
}

const longestPrefix = 200;

function prefixKeys(term: string, text: string, lengths: readonly number[]): string[] {
  const longest = Math.min(text.length, longestPrefix);
  return lengths
    .filter((length) => length <= longest)
    .map((length) => prefixKey(term, text.slice(0, length)));
}

function valueKey(term: string, value: string): string {
  return `${term} is ${value}`;
}

function prefixKey(term: string, prefix: string): string {
  return `${term} begins with ${prefix}`;
}

function otherKeys(formula: Formula): string[] {
  return [...subjectsOf(formula)].map((subject) => `${subject} otherwise`);
}
