import { BoundedMap, getOrAdd } from "@traffic-policy/policy-language/internal";
import { keyOf, type Constant } from "./constant.ts";
import type {
  Formula,
  ItemModel,
  ItemReader,
  ListClaim,
  ListSet,
  ListTest,
  ListWitness,
  Subject,
  Test,
  Values,
} from "./formula.ts";
import { spend } from "./effort.ts";
import { lookAtTime } from "./time-limit.ts";
import { Intervals, type Interval } from "./values/intervals.ts";
import { questionText } from "./values/question-text.ts";

interface ItemTheory {
  readonly narrow: (values: Values, test: Test, holds: boolean) => Values | undefined;
  readonly members: (values: Values) => Iterable<Constant>;
}

interface Shared extends ItemTheory {
  /** Facts about items; made by the first search. */
  found?: {
    readonly items: BoundedMap<string, Item | null>;
    /** Numbers for formulas, which keep keys short. */
    readonly ids: Map<string, number>;
  };
}

const mostItemsKept = 1000;
const mostNarrower = 20;

/** The set of lists for which some tests hold and others do not. */
export class Lists implements ListSet {
  readonly #shared: Shared;
  readonly #claims: readonly ListClaim[];
  #example: readonly ItemReader[] | undefined;
  #witness: ListWitness | undefined;
  #narrower: BoundedMap<string, Lists> | undefined;

  private constructor(
    shared: Shared,
    claims: readonly ListClaim[],
    example: readonly ItemReader[] | undefined,
  ) {
    this.#shared = shared;
    this.#claims = claims;
    this.#example = example;
  }

  static all(theory: ItemTheory): Lists {
    return new Lists({ ...theory }, [], []);
  }

  /** The same set for the same question: lists of one name are asked alike in many conditions. */
  where(test: ListTest, holds: boolean): Lists {
    this.#narrower ??= new BoundedMap(mostNarrower);
    return getOrAdd(this.#narrower, `${holds} ${questionText(test)}`, () =>
      this.#where(test, holds),
    );
  }

  #where(test: ListTest, holds: boolean): Lists {
    // Often the list that is known anyway is one of those that are left.
    const example = this.#example;
    const isLeft = example && answerFor(test, example, this.#shared.narrow) === holds;
    const claims = [...this.#claims, { test, holds }];
    return new Lists(this.#shared, claims, isLeft ? example : undefined);
  }

  /** True when the set is certainly empty. */
  get isEmpty(): boolean {
    return (
      this.#example === undefined && !isPlain(this.#claims, this.#shared) && this.witness === "none"
    );
  }

  hasPlainly(claims: readonly ListClaim[]): boolean {
    return isPlain([...this.#claims, ...claims], this.#shared);
  }

  get witness(): ListWitness {
    if (this.#witness === undefined) {
      this.#witness = this.#find();
      if (typeof this.#witness === "object") {
        this.#example = this.#witness.items.map((item) => readerOf(item, this.#shared));
      }
    }
    return this.#witness;
  }

  /**
   * True unless the known facts about a list rule it out.
   *
   * @param items - returns the value of a subject for each item
   */
  allows(items: readonly ItemReader[]): boolean {
    return this.#claims.every(({ test, holds }) => {
      const answer = answerFor(test, items, this.#shared.narrow);
      return answer === undefined || answer === holds;
    });
  }

  #find(): ListWitness {
    const wanted = new Wanted(this.#claims);
    if (wanted.sizes.isEmpty || (wanted.needsItem && !wanted.sizes.list.some(isAbove0)))
      return "none";
    const search = new ModelSearch(wanted, (signs) => this.#itemWith(signs, wanted));
    return search.run();
  }

  #itemWith(signs: Signs, { goals }: Wanted): Item | undefined {
    this.#shared.found ??= { items: new BoundedMap(mostItemsKept), ids: new Map() };
    const { ids, items } = this.#shared.found;
    const parts = [...signs].flatMap(([place, holds]) => {
      const goal = goals[place];
      return goal === undefined ? [] : [{ ...goal, holds }];
    });
    const key = parts
      .map((part) => 2 * getOrAdd(ids, part.key, () => ids.size) + Number(part.holds))
      .toSorted((one, other) => one - other)
      .join();
    const found = getOrAdd(items, key, () => new ItemSearch(this.#shared).run(parts) ?? null);
    return found ?? undefined;
  }
}

/**
 * True when it is plain that there is such a list: each item that is asked for can be one of its own, and is not what
 * no item may be.
 */
function isPlain(claims: readonly ListClaim[], { narrow }: ItemTheory): boolean {
  const wanted: Formula[] = [];
  let others: Values | undefined;
  let subject: Subject | undefined;
  let size = 0;
  for (const { test, holds } of claims) {
    if (test.kind === "size") continue;
    if (test.kind === "item") {
      if (!holds || size > 0) return false;
      size = test.index + 1;
      wanted.push(test.formula);
    } else if (!isSome(test.numbers)) return false;
    else if (holds) wanted.push(test.formula);
    else {
      others = narrowed(others, test.formula, false);
      if (others === undefined) return false;
    }
  }
  if (!wanted.every((one) => narrowed(others, one, true) !== undefined)) return false;
  size = Math.max(size, wanted.length);
  return hasSize(size) || hasSize(size + 1);

  function narrowed(
    values: Values | undefined,
    formula: Formula,
    holds: boolean,
  ): Values | undefined {
    if (formula.kind === "not") return narrowed(values, formula.of, !holds);
    if (formula.kind !== "atom") return undefined;
    subject ??= formula.subject;
    if (subject.key !== formula.subject.key) return undefined;
    return narrow(values ?? formula.subject.values, formula.test, holds);
  }

  function hasSize(items: number): boolean {
    return claims.every(
      ({ test, holds }) => test.kind !== "size" || test.sizes.includes(items) === holds,
    );
  }
}

function isSome(numbers: Intervals): boolean {
  return isUpwards(numbers) && numbers.includes(1n) && !numbers.includes(0n);
}

function readerOf(item: ItemModel, { members }: ItemTheory): ItemReader {
  const constants = new Map<string, Constant | undefined>();
  const values = new Map([...item].map(([subject, some]) => [subject.key, some]));
  return (subject) => {
    if (!constants.has(subject.key)) {
      const [first] = members(values.get(subject.key) ?? subject.values);
      constants.set(subject.key, first);
    }
    return constants.get(subject.key);
  };
}

function answerFor(
  test: ListTest,
  items: readonly ItemReader[],
  narrow: ItemTheory["narrow"],
): boolean | undefined {
  switch (test.kind) {
    case "size":
      return test.sizes.includes(items.length);
    case "item": {
      const item = items[test.index];
      return item === undefined ? test.otherwise : answerOf(test.formula, item, narrow);
    }
    case "count": {
      const answers = items.map((item) => answerOf(test.formula, item, narrow));
      return answers.includes(undefined)
        ? undefined
        : test.numbers.includes(answers.filter(Boolean).length);
    }
  }
}

function answerOf(
  formula: Formula,
  item: ItemReader,
  narrow: ItemTheory["narrow"],
): boolean | undefined {
  switch (formula.kind) {
    case "constant":
      return formula.value;
    case "atom": {
      const { subject, test } = formula;
      const value = item(subject);
      if (value === undefined) return undefined;
      const only: Test = { kind: "one-of", constants: new Map([[keyOf(value), value]]) };
      const values = narrow(subject.values, only, true);
      return values && narrow(values, test, true) !== undefined;
    }
    case "not": {
      const answer = answerOf(formula.of, item, narrow);
      return answer === undefined ? undefined : !answer;
    }
    case "all":
    case "any": {
      const answers = new Set(formula.parts.map((part) => answerOf(part, item, narrow)));
      const decisive = formula.kind === "any";
      if (answers.has(decisive)) return decisive;
      return answers.has(undefined) ? undefined : !decisive;
    }
    default:
      return undefined;
  }
}

type Signs = ReadonlyMap<number, boolean>;

interface ItemGoal {
  readonly key: string;
  readonly formula: Formula;
  numbers: Intervals;
}

interface Placed {
  readonly goal: number;
  readonly sign: boolean;
  readonly otherwise?: boolean;
}

class Wanted {
  sizes = wholeFrom0;
  readonly goals: ItemGoal[] = [];
  readonly places = new Map<number, Placed[]>();

  constructor(claims: readonly ListClaim[]) {
    for (const { test, holds } of claims) {
      switch (test.kind) {
        case "size":
          this.sizes = this.sizes.and(holds ? test.sizes : test.sizes.complement()).whole();
          break;
        case "count": {
          const goal = this.goals[this.#goalOf(test.formula)];
          if (goal === undefined) break;
          goal.numbers = goal.numbers.and(holds ? test.numbers : test.numbers.complement()).whole();
          break;
        }
        case "item": {
          const { index, otherwise } = test;
          const placed = {
            goal: this.#goalOf(test.formula),
            sign: holds,
            ...(otherwise !== undefined && { otherwise: otherwise === holds }),
          };
          getOrAdd(this.places, index, () => []).push(placed);
        }
      }
    }
  }

  /** True when a goal has to hold for one item at least. */
  get needsItem(): boolean {
    return this.goals.some(({ numbers }) => !numbers.includes(0n));
  }

  /** The size from which on all lists are alike. */
  get last(): number {
    return Math.max(
      1,
      lastBound(this.sizes) + 1,
      ...[...this.places.keys()].map((index) => index + 1),
    );
  }

  #goalOf(formula: Formula): number {
    const key = formulaKey(formula);
    const known = this.goals.findIndex((goal) => goal.key === key);
    return known >= 0 ? known : this.goals.push({ key, formula, numbers: wholeFrom0 }) - 1;
  }
}

function isAbove0({ high }: Interval): boolean {
  return high > 0;
}

const wholeFrom0 = Intervals.between(0n, Infinity);

function lastBound(numbers: Intervals): number {
  const ends = numbers.list.flatMap(({ low, high }) => [Number(low), Number(high)]);
  return Math.max(0, ...ends.filter((end) => Number.isFinite(end)));
}

/** A partial list: its length, and the number of items that reach each counted goal. */
interface Begun {
  readonly size: number;
  readonly counts: readonly number[];
  readonly before?: Begun;
  readonly item?: Item;
}

const mostBegun = 3000;
const mostKinds = 200;

/** Searches for a list breadth-first: adds items until all wants are met or all longer lists are alike. */
class ModelSearch {
  readonly #wanted: Wanted;
  readonly #itemWith: (signs: Signs) => Item | undefined;
  readonly #kinds = new Map<string, readonly (readonly [Signs, Item])[]>();
  #isIncomplete = false;

  constructor(wanted: Wanted, itemWith: (signs: Signs) => Item | undefined) {
    this.#wanted = wanted;
    this.#itemWith = itemWith;
  }

  run(): ListWitness {
    const { goals, last } = this.#wanted;
    const limits = goals.map(({ numbers }) => lastBound(numbers) + 1);
    const known = new Set<string>();
    const queue: Begun[] = [{ size: 0, counts: goals.map(() => 0) }];
    for (let index = 0; index < queue.length; index++) {
      const begun = queue[index];
      if (begun === undefined || index > mostBegun) return "unknown";
      spend(effortOfStep);
      lookAtTime();
      if (this.#isAsWanted(begun)) return witnessOf(begun);
      for (const [signs, item] of this.#kindsAt(begun.size)) {
        const counts = begun.counts.map((count, goal) =>
          Math.min(count + Number(signs.get(goal) === true), limits[goal] ?? 0),
        );
        const key = [Math.min(begun.size + 1, last), ...counts].join(" ");
        if (known.has(key)) continue;
        known.add(key);
        queue.push({ size: begun.size + 1, counts, before: begun, item });
      }
    }
    return this.#isIncomplete ? "unknown" : "none";
  }

  #isAsWanted({ size, counts }: Begun): boolean {
    const { sizes, goals, places } = this.#wanted;
    if (!sizes.includes(size)) return false;
    if (!goals.every(({ numbers }, goal) => numbers.includes(counts[goal] ?? 0))) return false;
    return [...places].every(([index, placed]) => {
      if (index < size) return true;
      if (placed.some(({ otherwise }) => otherwise === false)) return false;
      const free = placed.filter(({ otherwise }) => otherwise === undefined);
      const signs = signsOf(free);
      return signs !== undefined && (signs.size === 0 || this.#itemWith(signs) !== undefined);
    });
  }

  #kindsAt(index: number): readonly (readonly [Signs, Item])[] {
    const forced = signsOf(this.#wanted.places.get(index) ?? []);
    if (forced === undefined) return [];
    const key = [...forced]
      .map(([goal, sign]) => `${goal} ${sign}`)
      .toSorted()
      .join();
    return getOrAdd(this.#kinds, key, () => this.#kindsWith(forced));
  }

  #kindsWith(forced: Signs): readonly (readonly [Signs, Item])[] {
    const open: ItemGoal[] = [];
    const always = new Map(forced);
    for (const [goal, one] of this.#wanted.goals.entries()) {
      if (forced.has(goal) || one.numbers === wholeFrom0) continue;
      if (one.numbers.list.some(({ high }) => high >= 1)) open.push(one);
      else always.set(goal, false);
    }
    const first = this.#itemWith(always);
    let kinds: (readonly [Signs, Item])[] = first === undefined ? [] : [[always, first]];
    for (const one of open) {
      const { numbers } = one;
      const goal = this.#wanted.goals.indexOf(one);
      // That it does not hold has to be known only where it may hold for too many.
      const next = kinds.flatMap(([signs, item]) => {
        spend(effortOfStep);
        lookAtTime();
        const added = (sign: boolean): (readonly [Signs, Item])[] => {
          const more = new Map([...signs, [goal, sign]]);
          const kind = this.#itemWith(more);
          return kind === undefined ? [] : [[more, kind]];
        };
        const without = isUpwards(numbers) ? [[signs, item] as const] : added(false);
        return [...without, ...added(true)];
      });
      if (next.length > mostKinds) this.#isIncomplete = true;
      kinds = next.slice(0, mostKinds);
    }
    return kinds;
  }
}

function isUpwards({ list }: Intervals): boolean {
  return list.length === 1 && list[0]?.high === Infinity;
}

/** Merges the goal signs at one place; undefined when two contradict each other. */
function signsOf(placed: readonly Placed[]): Signs | undefined {
  const signs = new Map<number, boolean>();
  for (const { goal, sign } of placed) {
    if (signs.get(goal) === !sign) return undefined;
    signs.set(goal, sign);
  }
  return signs;
}

function witnessOf(last: Begun): ListWitness {
  const items: ItemModel[] = [];
  for (let begun: Begun | undefined = last; begun?.item !== undefined; begun = begun.before) {
    if (begun.item.isUnsure) return "unknown";
    items.push(
      new Map([...begun.item.values.values()].map(({ subject, values }) => [subject, values])),
    );
  }
  return { items: items.toReversed() };
}

interface Item {
  readonly values: State;
  readonly isUnsure: boolean;
}

type State = ReadonlyMap<string, { readonly subject: Subject; readonly values: Values }>;

interface Signed {
  readonly formula: Formula;
  readonly holds: boolean;
}

const mostSteps = 2000;

/** The cost of a search step: it asks for the values of an item and copies the known facts about the others. */
const effortOfStep = 20;

class ItemSearch {
  readonly #narrow: ItemTheory["narrow"];
  #left = mostSteps;

  constructor({ narrow }: ItemTheory) {
    this.#narrow = narrow;
  }

  run(wanted: readonly Signed[]): Item | undefined {
    const values = this.#solve(wanted, new Map(), []);
    if (values === undefined)
      return this.#left > 0 ? undefined : { values: new Map(), isUnsure: true };
    const isUnsure = [...values.values()].some(
      ({ values: { text, list } }) => text?.witness === "unknown" || list?.witness === "unknown",
    );
    return { values, isUnsure };
  }

  #solve(
    wanted: readonly Signed[],
    before: State,
    open: readonly (readonly Signed[])[],
  ): State | undefined {
    const state = new Map(before);
    const choices = [...open];
    const stack = wanted.toReversed();
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (this.#left-- <= 0) return undefined;
      spend(effortOfStep);
      lookAtTime();
      const { formula, holds } = next;
      switch (formula.kind) {
        case "constant":
          if (formula.value !== holds) return undefined;
          break;
        case "atom": {
          const { subject, test } = formula;
          const known = state.get(subject.key)?.values ?? subject.values;
          const values = this.#narrow(known, test, holds);
          if (values === undefined) return undefined;
          state.set(subject.key, { subject, values });
          break;
        }
        case "not":
          stack.push({ formula: formula.of, holds: !holds });
          break;
        case "all":
        case "any": {
          const parts = formula.parts.map((part) => ({ formula: part, holds }));
          if ((formula.kind === "all") === holds) stack.push(...parts);
          else choices.push(parts);
          break;
        }
        default:
        // A relation is true or false at will.
      }
    }
    const [first, ...others] = choices;
    if (first === undefined) return state;
    for (const one of first) {
      const found = this.#solve([one], state, others);
      if (found !== undefined || this.#left <= 0) return found;
    }
    return undefined;
  }
}

const keys = new WeakMap<Formula, string>();

/** A key that is equal for two formulas only when they ask the same question. */
function formulaKey(formula: Formula): string {
  return getOrAdd(keys, formula, () => makeKey(formula));
}

function makeKey(formula: Formula): string {
  switch (formula.kind) {
    case "constant":
      return String(formula.value);
    case "atom":
      return `${formula.subject.key} ${questionText(formula.test)}`;
    case "not":
      return `!(${formulaKey(formula.of)})`;
    case "all":
    case "any":
      return `${formula.kind}(${formula.parts.map(formulaKey).join("; ")})`;
    default:
      return questionText(formula);
  }
}
