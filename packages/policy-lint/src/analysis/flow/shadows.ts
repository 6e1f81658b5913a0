import { getOrAdd } from "@traffic-policy/policy-language/internal";
import {
  type Atom,
  type Constant,
  type Formula,
  type Goal,
  isTrue,
  Solver,
} from "@traffic-policy/policy-logic";
import {
  equalityOf,
  escapes,
  follows,
  Guess,
  keyOf,
  notTrue,
  subjectsOf,
} from "@traffic-policy/policy-logic/internal";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { answer } from "../logic/answer.ts";
import { NamespaceChanges } from "./namespace-changes.ts";
import { ruleKey } from "./rule-key.ts";
import {
  alwaysMatches,
  endsProcessing,
  formulaOf,
  formulasOf,
  isContradictory,
  isUnderstood,
  ofEqualConditions,
  readBy,
} from "./rule-facts.ts";

/** Finds the rules that no request reaches. Expects the rules of a direction in order. */
export class Shadows {
  readonly #ending = new EndingRules();
  readonly #changes = new NamespaceChanges();
  /** Set after a rule that matches every request: flow/unreachable-rule reports the rules after it. */
  #isOver = false;

  /** Returns the earlier rules that match all requests of this rule; usually empty. */
  next(rule: RuleNode): readonly RuleNode[] {
    // One that never matches changes and ends nothing.
    if (this.#isOver || isContradictory(rule) === true) return [];
    const by = this.#ending.shadowing(rule, this.#changes);
    if (by.length > 0) return by.some((one) => ruleKey(one) === ruleKey(rule)) ? [] : by;
    this.#changes.add(rule);
    if (endsProcessing(rule) && isUnderstood(rule)) {
      if (alwaysMatches(rule)) this.#isOver = true;
      else this.#ending.add(rule);
    }
    return [];
  }
}

interface EndingRule {
  readonly rule: RuleNode;
  /** The conjunction of its conditions. Rules with equal conditions share the object. */
  readonly formula: Formula;
  readonly reads: readonly string[];
}

type Outlines = NonNullable<RuleNode["outlines"]>;

/** The index key of a rule: a subject, and a value, a prefix, or neither. */
interface Key {
  readonly subject: string;
  readonly detail: string;
  readonly prefix?: number;
}

interface AboutSubject {
  readonly byDetail: Map<string, EndingRule[]>;
  /** The lengths of the prefixes that they test, shortest first. */
  prefixes: readonly number[];
}

const keysOf = ofEqualConditions((rule): readonly (readonly Key[])[] | undefined => {
  const keys = formulasOf(rule).map((formula) => storageKeys(formula));
  return keys.every((some) => some !== undefined) ? keys : undefined;
});

/** The maximum number of rules compared with a rule: under a key, and in all. */
const mostOfKey = 4;
const mostCompared = 16;

/** The maximum number of rules compared jointly with a rule, and the cost limit. */
const mostTogether = 100;
const budget = { steps: 1000 };

const effortOfPair = 30_000;

/**
 * Rules with conditions that end processing. The first hundred are compared jointly with a later rule. All are
 * indexed by their conditions, so that of thousands of rules, only the few that may be more general than a later rule
 * are compared with it individually.
 */
class EndingRules {
  readonly #first: EndingRule[] = [];
  /** Of the first, while all have some. */
  #outlines: Outlines[] | undefined = [];
  /** The rules whose conditions no later rule has asked for. */
  #waiting: RuleNode[] = [];
  /** An exchange that none of the first matches; undefined where none is plain. */
  #guess: Guess | undefined = new Guess();
  readonly #about = new Map<string, AboutSubject>();

  add(rule: RuleNode): void {
    if (this.#count >= mostTogether) {
      this.#takeWaiting();
      this.#take(rule);
      return;
    }
    this.#waiting.push(rule);
    const { outlines } = rule;
    if (outlines === undefined) this.#outlines = undefined;
    else this.#outlines?.push(outlines);
  }

  get #count(): number {
    return this.#first.length + this.#waiting.length;
  }

  #takeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const rule of waiting) {
      this.#take(rule);
      // It was forgotten once, after its turn.
      rule.forget();
    }
  }

  #take(rule: RuleNode): void {
    const entry = { rule, formula: formulaOf(rule), reads: readBy(rule) };
    if (this.#first.length < mostTogether) {
      this.#first.push(entry);
      const { formula } = entry;
      const isAdded = answer(() => this.#guess?.add([{ formula, outcomes: notTrue }]))?.value;
      if (isAdded !== true) this.#guess = undefined;
    }
    const keys = keysOf(rule);
    if (keys === undefined) return;
    const best = keys.toSorted((one, other) => this.#crowd(one) - this.#crowd(other))[0] ?? [];
    for (const { subject, detail, prefix } of best) {
      const about = getOrAdd(this.#about, subject, () => ({ byDetail: new Map(), prefixes: [] }));
      about.byDetail.set(detail, [...(about.byDetail.get(detail) ?? []), entry].slice(-mostOfKey));
      if (prefix === undefined || about.prefixes.includes(prefix)) continue;
      about.prefixes = [...about.prefixes, prefix].toSorted((one, other) => one - other);
    }
  }

  /**
   * Returns rules that match all requests of a later rule: a single rule if possible, and none that is not needed.
   */
  shadowing(rule: RuleNode, changes: NamespaceChanges): readonly RuleNode[] {
    const isReached = this.#escapes(rule) || this.#isPlainlyReached(rule);
    if (isReached && this.#count < mostTogether) return [];
    this.#takeWaiting();
    const isAsItWas = ({ rule: { index }, reads }: EndingRule): boolean =>
      changes.hasNoneSince(index, reads);
    for (const entry of this.#candidates(rule)) {
      if (isAsItWas(entry) && isSpecialCase(rule, entry)) return [entry.rule];
    }
    return isReached ? [] : shadowingTogether(rule, this.#first.filter(isAsItWas));
  }

  /** The same as below, without formulas. */
  #escapes(rule: RuleNode): boolean {
    const { outlines } = rule;
    if (this.#outlines === undefined || outlines === undefined) return false;
    return isContradictory(rule) === false && escapes(outlines, this.#outlines);
  }

  /** Checks if an exchange is plain that a rule matches, and none of the first. */
  #isPlainlyReached(rule: RuleNode): boolean {
    this.#takeWaiting();
    if (this.#guess === undefined) return false;
    const goals = formulasOf(rule).map((formula): Goal => ({ formula, outcomes: isTrue }));
    return answer(() => this.#guess?.allows(goals))?.value === true;
  }

  #candidates(rule: RuleNode): ReadonlySet<EndingRule> {
    const found = new Set<EndingRule>();
    const take = (about: AboutSubject, detail: string): void => {
      if (found.size >= mostCompared) return;
      for (const entry of about.byDetail.get(detail) ?? []) found.add(entry);
    };
    for (const formula of formulasOf(rule)) {
      impliedAtoms(formula, true, (atom, holds) => {
        const about = this.#about.get(atom.subject.key);
        if (about === undefined) return;
        for (const detail of impliedDetails(atom, holds, about.prefixes)) take(about, detail);
      });
      for (const subject of subjectsOf(formula, { withNeeds: true })) {
        const about = this.#about.get(subject);
        if (about !== undefined) take(about, otherwise);
      }
    }
    return found;
  }

  #crowd(keys: readonly Key[]): number {
    const crowd = ({ subject, detail }: Key): number =>
      this.#about.get(subject)?.byDetail.get(detail)?.length ?? 0;
    return Math.max(0, ...keys.map(crowd));
  }
}

function isSpecialCase(rule: RuleNode, { formula }: EndingRule): boolean {
  return getOrAdd(comparedWith(rule), formula, () => {
    const given = formulasOf(rule);
    return answer(() => follows(formula, given), { left: effortOfPair })?.value === true;
  });
}

/** Caches the results of {@link isSpecialCase}, by the formula of the other rule. */
const comparedWith = ofEqualConditions(() => new WeakMap<Formula, boolean>());

function shadowingTogether(rule: RuleNode, earlier: readonly EndingRule[]): readonly RuleNode[] {
  if (earlier.length === 0) return [];
  const known = comparedTogether(rule);
  if (known.last === undefined || !isAnswered(known.last, earlier)) {
    const formulas = earlier.map(({ formula }) => formula);
    known.last = compareTogether(formulasOf(rule), formulas);
  }
  return known.last.core.flatMap((index) => earlier[index]?.rule ?? []);
}

interface Comparison {
  readonly earlier: readonly Formula[];
  /** The earlier rules that match all requests of the rule; empty when that is not known. */
  readonly core: readonly number[];
  readonly isReached: boolean;
}

/** Caches the last comparison of a rule: in the next version of a policy, it is mostly the same. */
const comparedTogether = ofEqualConditions((): { last?: Comparison } => ({}));

function isAnswered(known: Comparison, earlier: readonly EndingRule[]): boolean {
  let at = 0;
  for (const { formula } of earlier) {
    // What is reached after several rules is reached after some of them.
    while (known.isReached && at < known.earlier.length && known.earlier[at] !== formula) at += 1;
    if (known.earlier[at] !== formula) return false;
    at += 1;
  }
  return known.isReached || at === known.earlier.length;
}

function compareTogether(own: readonly Formula[], earlier: readonly Formula[]): Comparison {
  const goals = own.map((formula): Goal => ({ formula, outcomes: isTrue }));
  const others = earlier.map((formula): Goal => ({ formula, outcomes: notTrue }));
  // By a solver of its own: which of several cores it finds depends on what it was asked before.
  const found = answer(() => new Solver().decide([...goals, ...others], budget));
  const core = found?.value.kind === "none" ? found.value.core : [];
  return {
    earlier,
    core: others.flatMap((goal, index) => (core.includes(goal) ? [index] : [])),
    isReached: found?.value.kind === "possible",
  };
}

/**
 * Returns the index keys of a condition, chosen so that any condition that implies it finds it through its {@link
 * impliedDetails}. Undefined when no condition can be recognized as implying it.
 */
function storageKeys(formula: Formula, holds = true): readonly Key[] | undefined {
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
    case "relation":
      return otherKeys(formula);
  }
}

function allOf(keys: readonly (readonly Key[] | undefined)[]): readonly Key[] | undefined {
  return keys.includes(undefined) ? undefined : keys.flatMap((some) => some ?? []);
}

function exactKeys(atom: Atom, holds: boolean): Key[] | undefined {
  const { subject, test } = atom;
  if (test.kind === "list") {
    // What an item is may also follow from what others are, or all of them.
    const keys = exactValues(atom, holds)?.map((value) => ({
      subject: subject.key,
      detail: is(value),
    }));
    return keys && [...keys, ...otherKeys(atom)];
  }
  const prefix = prefixOf(test);
  if (prefix === undefined) {
    return exactValues(atom, holds)?.map((value) => ({ subject: subject.key, detail: is(value) }));
  }
  const detail = beginsWith(prefix);
  return holds ? [{ subject: subject.key, detail, prefix: prefix.length }] : undefined;
}

function exactValues(atom: Atom, holds: boolean): readonly Constant[] | undefined {
  // With few values, not being one implies being another.
  const equality = atom.subject.form === "scheme" ? undefined : equalityOf(atom);
  if (equality === undefined) return undefined;
  const constants = [...equality.constants.values()];
  if (holds) return constants;
  const [first, ...others] = constants;
  return first?.kind === "bool" && others.length === 0
    ? [{ ...first, value: !first.value }]
    : undefined;
}

function prefixOf(test: Atom["test"]): string | undefined {
  return test.kind === "text" && test.test.kind === "startsWith" ? test.test.text : undefined;
}

/** Visits the atoms that are true, or false, whenever a condition is true. */
function impliedAtoms(
  formula: Formula,
  holds: boolean,
  take: (atom: Atom, holds: boolean) => void,
): void {
  switch (formula.kind) {
    case "requires":
      impliedAtoms(formula.of, holds, take);
      for (const need of formula.needs) impliedAtoms(need, true, take);
      break;
    case "not":
      impliedAtoms(formula.of, !holds, take);
      break;
    case "all":
    case "any": {
      // What follows from all parts of `a || b` follows from the first.
      const isEach = (formula.kind === "all") === holds;
      for (const part of isEach ? formula.parts : formula.parts.slice(0, 1)) {
        impliedAtoms(part, holds, take);
      }
      break;
    }
    case "choice":
      impliedAtoms(formula.whenTrue, holds, take);
      break;
    case "atom":
      take(formula, holds);
      break;
    case "relation":
    case "constant":
  }
}

function impliedDetails(atom: Atom, holds: boolean, lengths: readonly number[]): string[] {
  const prefix = prefixOf(atom.test);
  if (prefix !== undefined) return holds ? prefixesIn(prefix, lengths) : [];
  // What follows from being one of several values follows from being the first of them.
  const [first] = exactValues(atom, holds) ?? [];
  const [text] = holds ? (equalityOf(atom)?.constants.values() ?? []) : [];
  return [
    ...(first === undefined ? [] : [is(first)]),
    ...(text?.kind === "text" ? prefixesIn(text.value, lengths) : []),
  ];
}

const longestPrefix = 200;

function prefixesIn(text: string, lengths: readonly number[]): string[] {
  const longest = Math.min(text.length, longestPrefix);
  return lengths
    .filter((length) => length <= longest)
    .map((length) => beginsWith(text.slice(0, length)));
}

function is(value: Constant): string {
  return `is ${keyOf(value)}`;
}

function beginsWith(prefix: string): string {
  return `begins with ${prefix}`;
}

const otherwise = "otherwise";

function otherKeys(formula: Formula): Key[] {
  return [...subjectsOf(formula)].map((subject) => ({ subject, detail: otherwise }));
}
