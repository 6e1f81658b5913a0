import type { Expression, TextForm, UrlPartOf } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { keyOf, type Constant, type ConstantKind } from "./constant.ts";
import type { Intervals } from "./values/intervals.ts";
import type { Remainder } from "./values/remainders.ts";
import type { TextTest } from "./values/text-test.ts";
import type { Texts } from "./values/texts.ts";
import type { Times } from "./values/times.ts";

/** The meaning of a boolean expression: when it is true, false, or fails. */
export type Formula =
  | { readonly kind: "constant"; readonly value: boolean }
  | Atom
  | Relation
  | { readonly kind: "not"; readonly of: Formula }
  /** CEL's `&&` and `||`. */
  | { readonly kind: "all" | "any"; readonly parts: readonly Formula[] }
  | {
      readonly kind: "choice";
      readonly condition: Formula;
      readonly whenTrue: Formula;
      readonly whenFalse: Formula;
    }
  | Requires;

/** A question about one subject; it is true or false and never fails. */
export interface Atom {
  readonly kind: "atom";
  readonly subject: Subject;
  readonly test: Test;
}

/** A question about two subjects of one kind; it is true or false and never fails. */
export interface Relation {
  readonly kind: "relation";
  readonly operator: "==" | "<" | "<=";
  readonly left: Side;
  readonly right: Side;
}

/** A side of a relation: the value of a subject, or of an item of one. */
export interface Side {
  readonly subject: Subject;
  /** The constant added to the side: to an integer, or as nanoseconds to a time or a duration. */
  readonly shift?: bigint;
  readonly item?: ItemOf;
}

export interface ItemOf {
  readonly index: number;
  readonly subject: Subject;
  readonly isPerhapsEmpty: boolean;
}

/** Fails unless all needs are true; otherwise equals a formula. */
interface Requires {
  readonly kind: "requires";
  readonly needs: readonly Formula[];
  readonly of: Formula;
}

/** Something that has one value in each exchange; subjects with one key are the same. */
export interface Subject {
  readonly key: string;
  /** The possible values of the subject before any test. */
  readonly values: Values;
  /** The expression that gives the value, or says whether there is one; in its canonical form. */
  readonly node: Expression;
  /** True when the value is the number of items in the list `node`; a missing list has none. */
  readonly isSize?: true;
  /** True when the subject is true exactly when `node` has a value. */
  readonly isPresence?: true;
  /** True when the value may differ on each evaluation. */
  readonly varies?: true;
  /** True when the catalogue knows the minimum and maximum of the value. */
  readonly isInRange?: true;
  /** Of which URL it is which part, or whether there is one. */
  readonly urlPart?: UrlSubject;
  /** How its texts are written, when the catalogue knows. */
  readonly form?: TextForm;
}

export interface UrlSubject extends UrlPartOf {
  readonly key: string;
}

/** A question about one value. */
export type Test =
  /** It is one of these. */
  | { readonly kind: "one-of"; readonly constants: ReadonlyMap<string, Constant> }
  /** It is of the same kind as a constant, and stands so to it. */
  | { readonly kind: "order"; readonly operator: OrderOperator; readonly constant: Constant }
  /** It is of a kind, and a point of a set: a number, or nanoseconds. */
  | { readonly kind: "points"; readonly of: PointKind; readonly points: Intervals }
  /** It is a text for which this holds. */
  | { readonly kind: "text"; readonly test: TextTest }
  /** It is a point in time of which a method gives, in UTC, a number in a set. */
  | { readonly kind: "time-part"; readonly name: string; readonly numbers: Intervals }
  /** It is a whole number that leaves a number in a set when it is divided. */
  | ({ readonly kind: "remainder" } & Remainder)
  /** It is a list for which this holds. */
  | { readonly kind: "list"; readonly test: ListTest }
  /** It is of a kind. */
  | { readonly kind: "is"; readonly of: ConstantKind };

type OrderOperator = "<" | "<=" | ">" | ">=";

export type PointKind = "number" | "timestamp" | "duration";

export interface Numbers {
  readonly points: Intervals;
  readonly isWhole: boolean;
  /** True when the set includes NaN, which has no order and equals nothing. */
  readonly hasNotANumber: boolean;
  readonly remainders?: readonly Remainder[];
}

/** A set of values; a kind that is left out has none in it. */
export interface Values {
  readonly bool?: readonly boolean[];
  readonly number?: Numbers;
  readonly text?: Texts;
  readonly timestamp?: Times;
  readonly duration?: Intervals;
  readonly list?: ListSet;
  /** True when the set includes values of other kinds. */
  readonly other?: true;
}

/** A question about one list. Formulas are about one item, and never fail. */
export type ListTest =
  | { readonly kind: "size"; readonly sizes: Intervals }
  /** It holds for as many items as there are in a set. */
  | { readonly kind: "count"; readonly formula: Formula; readonly numbers: Intervals }
  /**
   * It holds for the item at an index. Where there is none, the answer is `otherwise`; without that, there is
   * an item at any index, but those beyond the size count for nothing else.
   */
  | {
      readonly kind: "item";
      readonly index: number;
      readonly formula: Formula;
      readonly otherwise?: boolean;
    };

/** The known facts about a list item: the values of the subjects that conditions about it ask for. */
export type ItemModel = ReadonlyMap<Subject, Values>;

/** A list that satisfies the tests; `unknown` when the search is too costly to tell whether a list exists. */
export type ListWitness = { readonly items: readonly ItemModel[] } | "none" | "unknown";

export type ItemReader = (subject: Subject) => Constant | undefined;

export interface ListClaim {
  readonly test: ListTest;
  readonly holds: boolean;
}

export interface ListSet {
  where(test: ListTest, holds: boolean): ListSet;
  /** True when it is plain that the set has a list for which these hold; `false` is not conclusive. */
  hasPlainly(claims: readonly ListClaim[]): boolean;
  /** True when the set is certainly empty. */
  readonly isEmpty: boolean;
  readonly witness: ListWitness;
  /**
   * True unless the known facts about a list rule it out.
   *
   * @param items - returns the value of a subject for each item
   */
  allows(items: readonly ItemReader[]): boolean;
}

export const always: Formula = { kind: "constant", value: true };
export const never: Formula = { kind: "constant", value: false };

export function not(of: Formula): Formula {
  if (of.kind === "not") return of.of;
  return of.kind === "constant" ? (of.value ? never : always) : { kind: "not", of };
}

/** All are true. */
export function all(parts: readonly Formula[]): Formula {
  return joined("all", parts);
}

/** One is true. */
export function any(parts: readonly Formula[]): Formula {
  return joined("any", parts);
}

function joined(kind: "all" | "any", parts: readonly Formula[]): Formula {
  const neutral = kind === "all";
  const left: Formula[] = [];
  for (const part of parts) {
    if (part.kind === "constant") {
      if (part.value !== neutral) return part;
    } else if (part.kind === kind) left.push(...part.parts);
    else left.push(part);
  }
  const [only, ...others] = left;
  if (only === undefined) return neutral ? always : never;
  return others.length === 0 ? only : { kind, parts: mergeEqualities(left, kind) };
}

/** Fails unless all needs are true. */
export function requires(needs: readonly Formula[], of: Formula): Formula {
  const open = needs.filter((need) => need !== always);
  return open.length === 0 ? of : { kind: "requires", needs: open, of };
}

interface Equality {
  readonly key: string;
  readonly constants: ReadonlyMap<string, Constant>;
}

/**
 * Merges parts that test the same subject against constants: `a == 1 || a in [2, 3]` tests for three values, and `a
 * != 1 && a != 2` is the negated case.
 */
function mergeEqualities(parts: readonly Formula[], kind: "all" | "any"): readonly Formula[] {
  const found = parts.map((part) => equalityIn(part, kind));
  const keys = found.flatMap((one) => one?.key ?? []);
  if (new Set(keys).size === keys.length) return parts;
  const merged = new Map<string, { readonly first: Formula; readonly same: Formula[] }>();
  const others: Formula[] = [];
  for (const [index, part] of parts.entries()) {
    const one = found[index];
    const before = one && merged.get(one.key);
    if (one === undefined) others.push(part);
    else if (before === undefined) merged.set(one.key, { first: part, same: [part] });
    else before.same.push(part);
  }
  const together = [...merged.values()].map(({ first, same }) => {
    const constants = same.flatMap((part) => [...(equalityIn(part, kind)?.constants ?? [])]);
    return withConstants(first, new Map(constants));
  });
  return [...together, ...others];
}

function equalityIn(part: Formula, kind: "all" | "any"): Equality | undefined {
  if (kind === "all") return part.kind === "not" ? equalityIn(part.of, "any") : undefined;
  const inner = part.kind === "requires" ? part.of : part;
  if (inner.kind !== "atom") return undefined;
  const equality = equalityOf(inner);
  if (equality === undefined) return undefined;
  // One subject may be asked for in ways that fail for different reasons.
  const needs = part.kind === "requires" ? part.needs.flatMap((need) => [...subjectsOf(need)]) : [];
  return { ...equality, key: [equality.key, ...needs].join(" & ") };
}

/**
 * Returns the equality that an atom tests, on a value or on the list item at an index; undefined for any other test.
 */
export function equalityOf({ subject, test }: Atom): Equality | undefined {
  if (test.kind === "one-of") return { key: subject.key, constants: test.constants };
  const item = test.kind === "list" && test.test.kind === "item" ? test.test : undefined;
  if (item?.formula.kind !== "atom" || item.formula.test.kind !== "one-of") return undefined;
  const key = `${subject.key}[${item.index}] ${item.formula.subject.key}`;
  return { key, constants: item.formula.test.constants };
}

function withConstants(part: Formula, constants: Equality["constants"]): Formula {
  switch (part.kind) {
    case "not":
      return not(withConstants(part.of, constants));
    case "requires":
      return { ...part, of: withConstants(part.of, constants) };
    case "atom": {
      const { test } = part;
      const own: Test = { kind: "one-of", constants };
      if (test.kind !== "list" || test.test.kind !== "item") return { ...part, test: own };
      const { formula, otherwise } = test.test;
      return {
        ...part,
        test: {
          kind: "list",
          test: {
            ...test.test,
            formula: withConstants(formula, constants),
            ...(otherwise !== undefined && { otherwise: constants.has(emptyText) }),
          },
        },
      };
    }
    default:
      return part;
  }
}

/** A text that two relations share when they ask the same. */
export function relationKey({ operator, left, right }: Relation): string {
  const [one, other] = [left, right].map((side) =>
    side.shift ? `${sideKey(side)} + ${side.shift}` : sideKey(side),
  );
  return `${one} ${operator} ${other}`;
}

const emptyText = keyOf({ kind: "text", value: "" });

/** A key shared by two sides that have the same value apart from an added constant. */
export function sideKey({ subject, item }: Side): string {
  if (item === undefined) return subject.key;
  const { index, subject: of, isPerhapsEmpty } = item;
  return `${subject.key}[${index}${isPerhapsEmpty ? " or empty" : ""}] ${of.key}`;
}

/**
 * The keys of the subjects that a formula is about; those of its needs only when asked for, and what parts of one
 * URL share with those that they are parts of.
 */
export function subjectsOf(
  formula: Formula,
  { withNeeds = false, withParts = false } = {},
): ReadonlySet<string> {
  const subjects = new Set<string>();
  collect(formula);
  return subjects;

  function add(subject: Subject): void {
    subjects.add(subject.key);
    if (withParts) for (const part of partsIn(subject)) subjects.add(part);
  }

  function collect(part: Formula): void {
    switch (part.kind) {
      case "atom":
        add(part.subject);
        break;
      case "relation":
        add(part.left.subject);
        add(part.right.subject);
        break;
      case "not":
        collect(part.of);
        break;
      case "requires":
        collect(part.of);
        if (withNeeds) part.needs.forEach(collect);
        break;
      case "all":
      case "any":
        part.parts.forEach(collect);
        break;
      case "choice":
        [part.condition, part.whenTrue, part.whenFalse].forEach(collect);
        break;
      case "constant":
    }
  }
}

const knownParts = new WeakMap<Subject, readonly string[]>();

function partsIn(subject: Subject): readonly string[] {
  const { urlPart } = subject;
  if (urlPart === undefined) return [];
  return getOrAdd(knownParts, subject, () =>
    partsOfUrl[urlPart.part].map((part) => `${part} of ${urlOf(subject)}`),
  );
}

/** Returns the key shared by all subjects that are parts of the same URL at the same time. */
export function urlOf({ key, urlPart }: Subject): string | undefined {
  return urlPart && urlPart.url + key.slice(urlPart.key.length);
}

const partsOfUrl: Readonly<Record<UrlSubject["part"], readonly UrlSubject["part"][]>> = {
  url: ["url", "scheme", "host", "port", "uri", "path", "query"],
  uri: ["uri", "path", "query"],
  scheme: ["scheme"],
  host: ["host"],
  port: ["port"],
  path: ["path"],
  query: ["query"],
};

export function isPartOf(whole: "url" | "uri", { urlPart }: Subject): boolean {
  return urlPart !== undefined && partsOfUrl[whole].includes(urlPart.part);
}
