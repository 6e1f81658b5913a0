import {
  printExpression,
  typeText,
  type Call,
  type CelType,
  type Expression,
} from "@traffic-policy/policy-language";
import { childrenOf, getOrAdd, isMacro } from "@traffic-policy/policy-language/internal";
import { entryAskedBy } from "../canonical.ts";
import {
  all,
  always,
  any,
  never,
  not,
  type Atom,
  type Formula,
  type Subject,
  type ListTest,
} from "../formula.ts";
import { failureOf, trueOf } from "../total.ts";
import { Intervals } from "../values/intervals.ts";
import { questionText } from "../values/question-text.ts";
import { valuesOfType } from "../values.ts";
import type { Meaning, Reader } from "./reader.ts";

/** The items of a list: those of a subject, which are all alike, or those of a list literal. */
export interface Items {
  readonly needs: readonly Formula[];
  readonly from?: { readonly subject: Subject; readonly item: string };
  /** A single stand-in for all items of a subject, or each item of a literal. */
  readonly each: readonly Item[];
}

interface Item {
  readonly value: Meaning;
  readonly isKept: Formula;
  readonly failure: Formula;
}

/**
 * Returns the items of a list, after `filter` and `map`; undefined when the expression is not a list.
 *
 * @param asking - the expression that asks for them
 */
export function itemsOf(reader: Reader, node: Expression, asking = node): Items | undefined {
  const written = reader.writtenFor(node);
  if (written !== undefined) return itemsOf(written.reader, written.node);
  if (node.kind === "list") {
    const each = node.elements.map((element) => ({
      value: writtenValue(reader, element),
      isKept: always,
      failure: never,
    }));
    return { needs: node.elements.flatMap((element) => reader.needs(element)), each };
  }
  if (node.kind === "call") {
    if (isMacro(node)) return itemsMade(reader, node, asking);
    const isNowhere = entryAskedBy(node, reader.condition)?.isNowhere === true;
    if (isNowhere) return { needs: reader.needs(node), each: [] };
  }
  const type = reader.typeOf(node);
  if (type?.kind !== "list") return undefined;
  const expression = itemExpression(type.element, depthOf(reader, asking));
  return {
    needs: reader.needs(node),
    from: { subject: listSubject(reader, reader.canonical(node)), item: expression.name },
    each: [{ value: { expression, type: type.element }, isKept: always, failure: never }],
  };
}

function writtenValue(reader: Reader, node: Expression): Meaning {
  return {
    expression: reader.canonical(node),
    type: reader.typeOf(node),
    written: { node, reader },
  };
}

export function listSubject(reader: Reader, list: Expression): Subject {
  return reader.subject(
    printExpression(list),
    list,
    valuesOfType({ kind: "list", element: { kind: "dyn" } }),
    reader.varies(list),
  );
}

export function itemExpression(
  type: CelType,
  depth = 0,
): Expression & { readonly kind: "identifier" } {
  return { kind: "identifier", name: `item__${depth}__${typeText(type).replaceAll(/\W+/g, "_")}` };
}

/** Returns the nesting depth, which keeps questions about items of nested macros distinct. */
function depthOf(reader: Reader, asking: Expression): number {
  const { itemCount } = reader;
  return itemCount > 0 && mentions(reader.canonical(asking), isItem) ? itemCount : 0;
}

function isItem(name: string): boolean {
  return /^item__\d+__/.test(name);
}

function mentions(node: Expression, isWanted: (name: string) => boolean): boolean {
  if (node.kind === "identifier") return isWanted(node.name);
  return childrenOf(node).some((child) => mentions(child, isWanted));
}

function itemsMade(
  reader: Reader,
  { name, target, arguments: given }: Call,
  asking: Expression,
): Items | undefined {
  const [variable, ...bodies] = given;
  const items = target && itemsOf(reader, target, asking);
  if (items === undefined || variable?.kind !== "identifier") return undefined;
  if (name !== "filter" && name !== "map") return undefined;
  const [body, last] = bodies;
  const expansions = reader.expansionsFor(items.each.length);
  if (body === undefined || expansions === undefined) return undefined;
  const condition = name === "filter" || last !== undefined ? body : undefined;
  const result = name === "filter" ? undefined : (last ?? body);
  const each = items.each.map(({ value, isKept, failure }): Item => {
    const inner = reader.binding(variable.name, value, expansions);
    const chosen = condition === undefined ? always : inner.formula(condition);
    const kept = all([isKept, trueOf(chosen)]);
    const failures = [failure, all([isKept, failureOf(chosen)])];
    if (result === undefined) return { value, isKept: kept, failure: any(failures) };
    const made = not(all(inner.needs(result).map(trueOf)));
    return {
      value: writtenValue(inner, result),
      isKept: kept,
      failure: any([...failures, all([kept, made])]),
    };
  });
  return { ...items, each };
}

export function needsOfItems(items: Items): readonly Formula[] {
  if (items.each.every(({ failure }) => failure === never)) return items.needs;
  return [...items.needs, not(some(items, ({ failure }) => failure))];
}

export function some(items: Items, of: (item: Item) => Formula): Formula {
  return countOf(items, of, Intervals.comparedWith(">=", 1n));
}

/** True when the number of items for which a formula holds is in a set. The formula must never fail. */
export function countOf(items: Items, of: (item: Item) => Formula, numbers: Intervals): Formula {
  const [first] = items.each;
  const { from } = items;
  if (from !== undefined && first !== undefined) return countIn(from, of(first), numbers);
  return countWritten(items.each.map(of), numbers);
}

/** The limit on parts of an item condition that are not about the item and are split into cases. */
const mostOuterParts = 3;

/**
 * True when the number of items for which a formula holds is in a set. Parts of the formula that are not about the
 * item are the same for all items, so each of their cases is asked separately.
 */
function countIn(
  { subject, item }: NonNullable<Items["from"]>,
  formula: Formula,
  numbers: Intervals,
): Formula {
  const outer = outerAtoms(formula, item);
  return inCases(outer.length > mostOuterParts ? [] : outer, formula);

  function inCases([atom, ...others]: readonly Atom[], left: Formula): Formula {
    if (atom !== undefined) {
      return any([
        all([atom, inCases(others, decided(left, atom, true))]),
        all([not(atom), inCases(others, decided(left, atom, false))]),
      ]);
    }
    if (left.kind === "constant" && !left.value) return numbers.includes(0) ? always : never;
    return listAtom(
      subject,
      left.kind === "constant"
        ? { kind: "size", sizes: numbers }
        : { kind: "count", formula: left, numbers },
    );
  }
}

export function listAtom(subject: Subject, test: ListTest): Formula {
  return { kind: "atom", subject, test: { kind: "list", test } };
}

function isAbout(formula: Formula, item: string): boolean {
  const isOf = ({ node }: Subject): boolean => mentions(node, (name) => name === item);
  switch (formula.kind) {
    case "atom": {
      const { subject, test } = formula;
      if (isOf(subject)) return true;
      // What is asked of the items of another list may be about this one, too.
      return test.kind === "list" && test.test.kind !== "size" && isAbout(test.test.formula, item);
    }
    case "relation":
      return isOf(formula.left.subject) || isOf(formula.right.subject);
    case "not":
      return isAbout(formula.of, item);
    case "all":
    case "any":
      return formula.parts.some((part) => isAbout(part, item));
    case "constant":
      return false;
    default:
      return true;
  }
}

function outerAtoms(formula: Formula, item: string): Atom[] {
  const found: Atom[] = [];
  collect(formula);
  return found;

  function collect(part: Formula): void {
    switch (part.kind) {
      case "atom":
        if (isAbout(part, item)) return;
        if (!found.some((one) => isSameAtom(one, part))) found.push(part);
        break;
      case "not":
        collect(part.of);
        break;
      case "all":
      case "any":
        part.parts.forEach(collect);
        break;
      default:
    }
  }
}

function isSameAtom(one: Atom, other: Atom): boolean {
  return (
    one.subject.key === other.subject.key && questionText(one.test) === questionText(other.test)
  );
}

function decided(formula: Formula, atom: Atom, holds: boolean): Formula {
  switch (formula.kind) {
    case "atom":
      return isSameAtom(formula, atom) ? (holds ? always : never) : formula;
    case "not":
      return not(decided(formula.of, atom, holds));
    case "all":
    case "any": {
      const parts = formula.parts.map((part) => decided(part, atom, holds));
      return formula.kind === "all" ? all(parts) : any(parts);
    }
    default:
      return formula;
  }
}

/** True when the number of true formulas is in a set. The formulas must never fail. */
function countWritten(formulas: readonly Formula[], numbers: Intervals): Formula {
  const known = new Map<string, Formula>();
  return from(0, 0);

  function from(index: number, count: number): Formula {
    const left = formulas.slice(index);
    const sums = Array.from({ length: left.length + 1 }, (_, more) =>
      numbers.includes(count + more),
    );
    if (sums.every(Boolean)) return always;
    if (!sums.some(Boolean)) return never;
    if (sums[0] === false && sums.slice(1).every(Boolean)) return any(left);
    if (sums[0] === true && !sums.slice(1).some(Boolean)) return all(left.map(not));
    const [next = never] = left;
    return getOrAdd(known, `${index} ${count}`, () =>
      any([all([next, from(index + 1, count + 1)]), all([not(next), from(index + 1, count)])]),
    );
  }
}
