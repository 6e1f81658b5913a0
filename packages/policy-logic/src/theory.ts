import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { spend } from "./effort.ts";
import {
  sideKey,
  type Atom,
  type ItemOf,
  type Relation,
  type Side,
  type Subject,
  type Values,
} from "./formula.ts";
import { isOnly, testOfItem, testOfValue } from "./relations/items.ts";
import { relatedValues, type Left, type RelationLiteral } from "./relations/related-values.ts";
import { urlGroups, urlValues } from "./relations/url.ts";
import { Intervals } from "./values/intervals.ts";
import { Texts } from "./values/texts.ts";
import { members, narrow } from "./values.ts";

export interface Literal {
  readonly atom: Atom | Relation;
  readonly holds: boolean;
}

export type Verdict =
  /** Each of the values works; where relations need more than one subject, there is one value for each. */
  | { readonly kind: "model"; readonly values: ReadonlyMap<Subject, Values> }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly subject: Subject };

/** Groups literals so that no two groups share a subject or are otherwise related. */
export function componentsOf(literals: readonly Literal[]): Literal[][] {
  const roots = new Map<string, string>();
  const rootOf = (key: string): string => {
    const next = roots.get(key);
    if (next === undefined || next === key) return key;
    const root = rootOf(next);
    roots.set(key, root);
    return root;
  };
  const groups = urlGroups(literals.flatMap(subjectsOf));
  const alone: Literal[][] = [];
  const together: (readonly [key: string, literal: Literal])[] = [];
  for (const literal of literals) {
    const [first, ...others] = subjectsOf(literal);
    // What varies may have another value each time.
    if (first === undefined || [first, ...others].some(({ varies }) => varies)) {
      alone.push([literal]);
      continue;
    }
    for (const { key } of others) roots.set(rootOf(key), rootOf(first.key));
    for (const { key } of [first, ...others]) {
      const group = groups.get(key);
      if (group !== undefined) roots.set(rootOf(key), rootOf(group));
    }
    together.push([first.key, literal]);
  }
  const found = new Map<string, Literal[]>();
  for (const [key, literal] of together) getOrAdd(found, rootOf(key), () => []).push(literal);
  return [...found.values(), ...alone];
}

function subjectsOf({ atom }: Literal): readonly Subject[] {
  return atom.kind === "atom" ? [atom.subject] : [atom.left.subject, atom.right.subject];
}

const effortOfLiteral = 20;

const effortOfRelation = 50;

export function check(literals: readonly Literal[]): Verdict {
  spend(effortOfLiteral * literals.length);
  const state = new Map<string, Left>();
  for (const { atom, holds } of literals) {
    if (atom.kind === "relation") continue;
    const { subject, values } = state.get(atom.subject.key) ?? {
      subject: atom.subject,
      values: atom.subject.values,
    };
    const left = narrow(values, atom.test, holds);
    if (left === undefined) return { kind: "none" };
    state.set(subject.key, { subject, values: left });
  }
  const relations = literals.flatMap(({ atom, holds }) =>
    atom.kind === "relation" ? [{ atom, holds }] : [],
  );
  const ofUrls = urlValues(state.values());
  if (ofUrls === "none") return { kind: "none" };
  const found =
    relations.length === 0
      ? ofUrls
      : new RelatedSubjects(literals, state, relations).values(ofUrls);
  if (found === "none") return { kind: "none" };
  if ("unknown" in found) return { kind: "unknown", subject: found.unknown };
  for (const one of found) state.set(one.subject.key, one);
  const model = [...state.values()];
  const unsure = model.find(
    ({ values: { text, list } }) => text?.witness === "unknown" || list?.witness === "unknown",
  );
  if (unsure !== undefined) return { kind: "unknown", subject: unsure.subject };
  return { kind: "model", values: new Map(model.map(({ subject, values }) => [subject, values])) };
}

type State = ReadonlyMap<string, Left>;

type Found = readonly Left[] | { readonly unknown: Subject };

class RelatedSubjects {
  readonly #literals: readonly Literal[];
  readonly #state: State;
  readonly #relations: readonly RelationLiteral[];

  /** @param state - the values left for each subject after all questions about it alone */
  constructor(literals: readonly Literal[], state: State, relations: readonly RelationLiteral[]) {
    this.#literals = literals;
    this.#state = state;
    this.#relations = relations.map(({ atom, holds }) => ({
      atom: { ...atom, left: this.#plain(atom.left), right: this.#plain(atom.right) },
      holds,
    }));
  }

  /** Where a list has an item, the value is the same whatever it would be without the item. */
  #plain(side: Side): Side {
    const { subject, item } = side;
    if (item?.isPerhapsEmpty !== true || !this.#hasItem(subject, item)) return side;
    return { ...side, item: { ...item, isPerhapsEmpty: false } };
  }

  #hasItem({ key, values }: Subject, { index }: ItemOf): boolean {
    const sizes = Intervals.between(0n, BigInt(index));
    const left = this.#state.get(key)?.values ?? values;
    return narrow(left, { kind: "list", test: { kind: "size", sizes } }, true) === undefined;
  }

  /** @param ofUrls - the values of URL parts, without regard to relations */
  values(ofUrls: Found): Found | "none" {
    const found = this.#related(this.#state);
    if (found === "none") return found;
    if (found !== "unknown") {
      const both = urlValues(this.#with(found).values());
      if (both !== "none" && !("unknown" in both)) return [...found, ...both];
    }
    // Other values may do for the relations and for the URL: the next are those that the URL has without them.
    if (!("unknown" in ofUrls)) {
      const others = this.#related(this.#with(ofUrls));
      if (typeof others !== "string") return [...ofUrls, ...others];
    }
    const [first] = this.#relations as readonly [RelationLiteral];
    return { unknown: first.atom.left.subject };
  }

  #with(some: readonly Left[]): State {
    return new Map([...this.#state, ...some.map((one) => [one.subject.key, one] as const)]);
  }

  #related(state: State): readonly Left[] | "none" | "unknown" {
    spend(effortOfRelation * this.#relations.length);
    const leftOf = (subject: Subject): Values => state.get(subject.key)?.values ?? subject.values;
    const ofItems = new Map<string, Values>();
    const valuesOf = (side: Side): Values =>
      side.item === undefined
        ? leftOf(side.subject)
        : getOrAdd(ofItems, sideKey(side), () => this.#valuesOfItem(side));
    const found = relatedValues(this.#relations, valuesOf);
    if (typeof found === "string") return found;
    const left = new Map<string, Left>();
    for (const { side, values } of found.values) {
      const { subject, item } = side;
      const before = left.get(subject.key)?.values ?? leftOf(subject);
      const [constant] = members(values);
      const after =
        item === undefined
          ? values
          : constant && narrow(before, testOfItem(item, isOnly(constant)), true);
      if (after === undefined) return "unknown";
      left.set(subject.key, { subject, values: after });
    }
    return [...left.values()];
  }

  #valuesOfItem({ subject, item }: Side): Values {
    if (item === undefined) return {};
    let { values } = item.subject;
    const isThere = this.#hasItem(subject, item);
    for (const { atom, holds } of this.#literals) {
      if (atom.kind !== "atom" || atom.subject.key !== subject.key) continue;
      const test =
        testOfValue(item, atom) ??
        (isThere
          ? testOfValue({ ...item, isPerhapsEmpty: !item.isPerhapsEmpty }, atom)
          : undefined);
      if (test !== undefined) values = narrow(values, test, holds) ?? { text: noTexts };
    }
    return values;
  }
}

const noTexts = Texts.all.where({ kind: "one-of", texts: new Set() }, true);
