import type { Expression, TextForm, UrlPartOf } from "@traffic-policy/policy-language";
import { keyOf, type Constant, type ConstantKind } from "./constant.ts";
import type { Intervals } from "./values/intervals.ts";
import type { Remainder } from "./values/remainders.ts";
import type { TextTest } from "./values/text-test.ts";
import type { Texts } from "./values/texts.ts";
import type { Times } from "./values/times.ts";

/** What an expression that decides says: it is true, false, or fails. */
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
  /** What is added to it: to a whole number, or nanoseconds to a time or a duration. */
  readonly shift?: bigint;
  readonly item?: ItemOf;
}

/** The value at an index of a list. */
export interface ItemOf {
  readonly index: number;
  /** What stands for a value of an item, whichever it is. */
  readonly subject: Subject;
  /** Whether it is an empty text where the list has no such item. */
  readonly isPerhapsEmpty: boolean;
}

/** Fails unless all needs are true, and else is what a formula is. */
interface Requires {
  readonly kind: "requires";
  readonly needs: readonly Formula[];
  readonly of: Formula;
}

/** Something that has one value in each exchange; subjects with one key are the same. */
export interface Subject {
  readonly key: string;
  /** What its value can be, as long as nothing is asked of it. */
  readonly values: Values;
  /** The expression that gives the value, or says whether there is one; in its canonical form. */
  readonly node: Expression;
  /** Whether the value is how many items the list `node` has; a list that is not there has none. */
  readonly isSize?: true;
  /** Whether it is true when `node` has a value, whatever that is. */
  readonly isPresence?: true;
  /** Whether it may have another value each time that it is looked at. */
  readonly varies?: true;
  /** Whether the catalogue knows what it is at least, and at most. */
  readonly isInRange?: true;
  /** Of which URL it is which part, or whether there is one. */
  readonly urlPart?: UrlSubject;
  /** How its texts are written, when the catalogue knows. */
  readonly form?: TextForm;
}

/** A part of a URL. */
export interface UrlSubject extends UrlPartOf {
  /** The key of the subject at first: a later value of it is a part of a later URL. */
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

/** The kinds of values that are points of an ordered space. */
export type PointKind = "number" | "timestamp" | "duration";

export interface Numbers {
  readonly points: Intervals;
  readonly isWhole: boolean;
  /** Whether the number that is not a number is among them, for which no order or equality holds. */
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
  /** Whether there are values of other kinds. */
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

/** What is known of an item: the values of the subjects that conditions about it ask for. */
export type ItemModel = ReadonlyMap<Subject, Values>;

/** A list that is as claimed; `unknown` when it is too much to tell whether there is one. */
export type ListWitness = { readonly items: readonly ItemModel[] } | "none" | "unknown";

/** Gives what a subject of an item is; nothing when that is not known. */
export type ItemReader = (subject: Subject) => Constant | undefined;

/** A set of lists. */
export interface ListSet {
  /** Those of them for which a test holds, or does not. */
  where(test: ListTest, holds: boolean): ListSet;
  /** Whether there certainly is none. */
  readonly isEmpty: boolean;
  /** One of them, with as few items as can be. */
  readonly witness: ListWitness;
  /**
   * Whether a list is one of them, as far as is known of its items.
   *
   * @param items - gives for each item what a subject of it is
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

/** A part that asks whether a value is one of some constants. */
interface Equality {
  /** A text that parts share that ask for the same value. */
  readonly key: string;
  readonly constants: ReadonlyMap<string, Constant>;
}

/**
 * Makes one of the parts that ask whether the same subject is one of some values: `a == 1 || a in
 * [2, 3]` asks whether it is one of three, and so does `a != 1 && a != 2` the other way round.
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

/** What an atom asks of a value, or of the item of a list at an index; nothing when it is no equality. */
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

/** A text that two sides share when they have the same value, but for what is added to it. */
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

/** Names of the parts of a URL that a subject has in it. */
function partsIn(subject: Subject): string[] {
  const { urlPart } = subject;
  if (urlPart === undefined) return [];
  return partsOfUrl[urlPart.part].map((part) => `${part} of ${urlOf(subject)}`);
}

/** What the subjects share that are parts of one URL at one time. */
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

/** Checks whether a subject is, of a whole URL or its path and query string, a part or all of it. */
export function isPartOf(whole: "url" | "uri", { urlPart }: Subject): boolean {
  return urlPart !== undefined && partsOfUrl[whole].includes(urlPart.part);
}
