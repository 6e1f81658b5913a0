import { getOrAdd } from "@traffic-policy/policy-language";
import {
  type Atom,
  type Constant,
  equalityOf,
  follows,
  type Formula,
  type Goal,
  isTrue,
  keyOf,
  notTrue,
  Solver,
  subjectsOf,
} from "@traffic-policy/policy-logic";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { answer } from "../logic/answer.ts";
import { Changes } from "./changes.ts";
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

/** Finds the rules that no request reaches, as the rules of a direction are walked in order. */
export class Shadows {
  readonly #ending = new EndingRules();
  readonly #changes = new Changes();
  /** flow/unreachable-rule reports the rules after one that matches every request. */
  #isOver = false;

  /** The earlier rules that match all requests of this one: none in all but few cases. */
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
  /** What its conditions say together: the same object for rules with equal ones. */
  readonly formula: Formula;
  /** The namespaces of the variables that its conditions read. */
  readonly reads: readonly string[];
}

/** Where a rule is stored: with a subject, by a value of it, by how it begins, or otherwise. */
interface Key {
  readonly subject: string;
  readonly detail: string;
  /** The length of the text that it begins with. */
  readonly prefix?: number;
}

/** The rules that are stored for a subject. */
interface AboutSubject {
  readonly byDetail: Map<string, EndingRule[]>;
  /** The lengths of the prefixes that they test for, the shortest first. */
  prefixes: readonly number[];
}

/** The keys under which each condition of a rule can be stored, if all can. */
const keysOf = ofEqualConditions((rule): readonly (readonly Key[])[] | undefined => {
  const keys = formulasOf(rule).map((formula) => storageKeys(formula));
  return keys.every((some) => some !== undefined) ? keys : undefined;
});

/** How many rules under one key, and in all, are compared with one rule. */
const mostOfKey = 4;
const mostCompared = 16;

/** How many rules are compared with one rule together, and how much that may cost. */
const mostTogether = 100;
const budget = { steps: 1000 };

/** The same for one of them. */
const effortOfPair = 30_000;

/**
 * Rules with conditions that end processing. The first hundred are compared with a later rule together. All are
 * indexed by their conditions, so that of thousands of them only the few that a later rule may be a special case
 * of are compared with it, one by one.
 */
class EndingRules {
  readonly #first: EndingRule[] = [];
  readonly #about = new Map<string, AboutSubject>();

  add(rule: RuleNode): void {
    const entry = { rule, formula: formulaOf(rule), reads: readBy(rule) };
    if (this.#first.length < mostTogether) this.#first.push(entry);
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

  /** Rules that match all requests that a later one matches: one if it can be, and none without need. */
  shadowing(rule: RuleNode, changes: Changes): readonly RuleNode[] {
    const isAsItWas = ({ rule: { index }, reads }: EndingRule): boolean =>
      changes.hasNoneSince(index, reads);
    for (const entry of this.#candidates(rule)) {
      if (isAsItWas(entry) && isSpecialCase(rule, entry)) return [entry.rule];
    }
    return shadowingTogether(rule, this.#first.filter(isAsItWas));
  }

  /** The rules under the keys of everything that may follow from the conditions of a rule. */
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

/** Whether a rule certainly matches only requests that another one matches. */
function isSpecialCase(rule: RuleNode, { formula }: EndingRule): boolean {
  return getOrAdd(comparedWith(rule), formula, () => {
    const given = formulasOf(rule);
    return answer(() => follows(formula, given), { left: effortOfPair })?.value === true;
  });
}

/** Whether a rule is a special case of others, by what the conditions of those say. */
const comparedWith = ofEqualConditions(() => new WeakMap<Formula, boolean>());

/** Those of some rules that together match all requests of a later one: none without need. */
function shadowingTogether(rule: RuleNode, earlier: readonly EndingRule[]): readonly RuleNode[] {
  if (earlier.length === 0) return [];
  const known = comparedTogether(rule);
  if (known.last === undefined || !isAnswered(known.last, earlier)) {
    const formulas = earlier.map(({ formula }) => formula);
    known.last = compareTogether(formulasOf(rule), formulas);
  }
  return known.last.core.flatMap((index) => earlier[index]?.rule ?? []);
}

/** The answer to a question about a rule and several earlier ones. */
interface Comparison {
  /** What the conditions of the earlier ones say. */
  readonly earlier: readonly Formula[];
  /** Which of them match all of its requests; none when that is not known. */
  readonly core: readonly number[];
  /** Whether some of its requests certainly match none of them. */
  readonly isReached: boolean;
}

/** The last question about a rule: in the next version of a policy, it is mostly the same. */
const comparedTogether = ofEqualConditions((): { last?: Comparison } => ({}));

/** Whether an answer is one about these rules, too. */
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
 * The keys under which a condition is stored, so that a condition that it follows from finds it by one of
 * its {@link impliedDetails}, or otherwise. Undefined when it follows from none.
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

/** The keys of a subject that has one of some values, or a text that begins in some way. */
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

/** The values of which a subject has one. */
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

/** Goes through the atoms that are true, or false, whenever a condition is true. */
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

/** Under what the rules are stored that may match whenever an atom is true, or false. */
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
