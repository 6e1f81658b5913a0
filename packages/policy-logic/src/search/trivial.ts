import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { keyOf, type Constant } from "../constant.ts";
import {
  isPartOf,
  type Atom,
  type Formula,
  type Subject,
  type Test,
  type Values,
} from "../formula.ts";
import {
  allOutcomes,
  fails,
  isFalse,
  isTrue,
  negated,
  type Goal,
  type Outcomes,
} from "../outcomes.ts";
import { holdsFor } from "../values/texts.ts";
import { urlParts } from "../values/url-parts.ts";
import { isPossibleFor, isSame, isUnrestricted, members, narrow } from "../values.ts";

/**
 * Checks if the goals are reached when each subject has a value that one of its questions asks for. This usually
 * succeeds and makes a search unnecessary; `false` is not conclusive.
 */
export function areTrivial(goals: readonly Goal[]): boolean {
  const [only] = goals;
  const isOne = only !== undefined && goals.length === 1;
  return (isOne && isPlainlyAsked(only.formula, only.outcomes)) || new Guess().add(goals);
}

/** True for a question alone that can be answered so, and that is not about a URL with parts. */
function isPlainlyAsked(formula: Formula, outcomes: Outcomes): boolean {
  if (formula.kind === "not") return isPlainlyAsked(formula.of, negated(outcomes));
  if (formula.kind !== "atom" || hasParts(formula.subject)) return false;
  return (
    ((outcomes & isTrue) !== 0 && isPossibleAlone({ atom: formula, outcome: true })) ||
    ((outcomes & isFalse) !== 0 && isPossibleAlone({ atom: formula, outcome: false }))
  );
}

function isPlain({ formula }: Goal): boolean {
  return formula.kind === "atom" || (formula.kind === "not" && formula.of.kind === "atom");
}

interface Ask {
  readonly atom: Atom;
  readonly outcome: boolean;
}

interface Asked {
  readonly subject: Subject;
  readonly asks: readonly Ask[];
  /** A value with which all are answered as they should be. */
  readonly value?: One;
  /** All lists with which they are. */
  readonly lists?: Values;
}

/** A single value, or none. */
interface One {
  readonly constant?: Constant;
  readonly key?: string;
  readonly values: Values;
}

/**
 * Values for the subjects of goals, with which all of them are reached. A value that is wrong for the next goal is
 * mostly replaced by one that is right for all.
 */
export class Guess {
  readonly #asked = new Map<string, Asked>();
  #hasWhole = false;
  readonly #before: (readonly [key: string, asked: Asked | undefined])[] = [];

  /** Reaches more goals, or leaves everything as it is; `false` is not conclusive. */
  add(goals: readonly Goal[]): boolean {
    const { length } = this.#before;
    let isDone = false;
    try {
      isDone = this.#reachesAll(goals) && this.#hasUrls();
    } finally {
      if (!isDone) this.#undo(length);
    }
    return isDone;
  }

  /** Checks if it could reach more goals; `false` is not conclusive. */
  allows(goals: readonly Goal[]): boolean {
    const { length } = this.#before;
    try {
      return this.#reachesAll(goals) && this.#hasUrls();
    } finally {
      this.#undo(length);
    }
  }

  #reachesAll(goals: readonly Goal[]): boolean {
    // What leaves no choice comes first.
    for (const goal of goals) if (isPlain(goal) && !this.#reaches(goal)) return false;
    for (const goal of goals) if (!isPlain(goal) && !this.#reaches(goal)) return false;
    return true;
  }

  #reaches({ formula, outcomes }: Goal): boolean {
    for (const outcome of allOutcomes) {
      if ((outcomes & outcome) !== 0 && this.#tries(formula, outcome)) return true;
    }
    return false;
  }

  /** Leaves no values of a part that cannot be reached. */
  #tries(formula: Formula, outcome: Outcomes): boolean {
    const { length } = this.#before;
    if (this.#yields(formula, outcome)) return true;
    this.#undo(length);
    return false;
  }

  #undo(length: number): void {
    while (this.#before.length > length) {
      const [key, asked] = this.#before.pop() ?? [""];
      if (asked === undefined) this.#asked.delete(key);
      else this.#asked.set(key, asked);
    }
  }

  #set(key: string, asked: Asked): void {
    this.#before.push([key, this.#asked.get(key)]);
    this.#asked.set(key, asked);
  }

  #yields(formula: Formula, outcome: Outcomes): boolean {
    switch (formula.kind) {
      case "constant":
        return outcome === (formula.value ? isTrue : isFalse);
      case "atom":
        return outcome !== fails && this.#answers({ atom: formula, outcome: outcome === isTrue });
      case "relation":
        return false;
      case "not":
        return this.#yields(formula.of, negated(outcome));
      case "requires": {
        const { needs, of } = formula;
        return outcome === fails
          ? needs.some((need) => this.#tries(need, isFalse)) || this.#yields(of, fails)
          : this.#yields(of, outcome) && needs.every((need) => this.#yields(need, isTrue));
      }
      case "all":
      case "any":
        return this.#joined(formula.parts, outcome, formula.kind === "all" ? isFalse : isTrue);
      case "choice":
        return (
          outcome !== fails &&
          this.#yields(formula.condition, isTrue) &&
          this.#yields(formula.whenTrue, outcome)
        );
    }
  }

  /** @param decisive - the outcome that one part decides */
  #joined(parts: readonly Formula[], outcome: Outcomes, decisive: Outcomes): boolean {
    if (outcome === decisive) {
      return parts.some((part) => this.#tries(part, outcome));
    }
    if (outcome !== fails) return parts.every((part) => this.#yields(part, outcome));
    let hasFailed = false;
    const neutral = negated(decisive);
    for (const part of parts) {
      if (hasFailed && this.#tries(part, neutral)) continue;
      if (this.#tries(part, fails)) hasFailed = true;
      else if (!this.#yields(part, neutral)) return false;
    }
    return hasFailed;
  }

  #answers(ask: Ask): boolean {
    const { subject, test } = ask.atom;
    const before = this.#asked.get(subject.key);
    if (before === undefined) {
      if (hasParts(subject)) this.#hasWhole = true;
      this.#set(subject.key, { subject, asks: [ask] });
      return isPossibleAlone(ask);
    }
    const { asks } = before;
    const same = asks.find(({ atom }) => isSame(atom.test, test));
    if (same !== undefined) return same.outcome === ask.outcome;
    const found =
      subject.values.list === undefined ? oneForAll(before, ask) : listsForAll(before, ask);
    if (found === undefined) return false;
    this.#set(subject.key, { subject, asks: [...asks, ask], ...found });
    return true;
  }

  /** Checks that a URL and its parts go together, as far as that is plain. */
  #hasUrls(): boolean {
    if (!this.#hasWhole) return true;
    const all: Asked[] = [];
    for (const asked of this.#asked.values())
      if (asked.subject.urlPart !== undefined) all.push(asked);
    return all.every((whole) => {
      const parts = all.filter((part) => part !== whole && isWholeOf(whole, part));
      const [only, ...others] = parts;
      if (only === undefined) return !isWhole(whole) || isUrl(whole);
      return others.length === 0 && isUrlWithPath(whole, only);
    });
  }
}

/** A value as the questions before ask for it, or else as the new one does. */
function oneForAll({ asks, value }: Asked, ask: Ask): Pick<Asked, "value"> | undefined {
  const [first = ask] = asks;
  // What is, say, one of some texts is sooner found than what is not as a pattern asks for it.
  const known = value ?? (first.outcome || !ask.outcome ? oneOf(first) : undefined);
  if (known !== undefined && isAnswer(known, ask)) return { value: known };
  const other = oneOf(ask);
  for (const one of asks) if (!isAnswer(other, one)) return undefined;
  return { value: other };
}

function isAnswer({ constant, key = "", values }: One, { atom: { test }, outcome }: Ask): boolean {
  if (constant === undefined) return false;
  // Quicker than by sets of values.
  if (test.kind === "one-of") return test.constants.has(key) === outcome;
  if (test.kind === "text" && constant.kind === "text") {
    return holdsFor(constant.value, test.test) === outcome;
  }
  return narrow(values, test, outcome) !== undefined;
}

/** A list can be more than one thing: each answer is added to those before. */
function listsForAll({ asks, lists }: Asked, ask: Ask): Pick<Asked, "lists"> | undefined {
  const { values } = ask.atom.subject;
  if (lists !== undefined) {
    const left = narrow(lists, ask.atom.test, ask.outcome);
    return left && { lists: left };
  }
  const all = [...asks, ask];
  const claims = all.flatMap(({ atom: { test }, outcome }) =>
    test.kind === "list" ? [{ test: test.test, holds: outcome }] : [],
  );
  if (claims.length === all.length && values.list?.hasPlainly(claims) === true) return {};
  let left: Values | undefined = values;
  for (const { atom, outcome } of all) left = left && narrow(left, atom.test, outcome);
  return left && { lists: left };
}

/** The answers about an atom alone: many goals have the same. */
interface Alone {
  isPossible?: boolean;
  value?: One;
}

const knownAlone = new WeakMap<Atom, readonly [whenFalse: Alone, whenTrue: Alone]>();

function aloneOf({ atom, outcome }: Ask): Alone {
  const [whenFalse, whenTrue] = getOrAdd(knownAlone, atom, () => [{}, {}] as const);
  return outcome ? whenTrue : whenFalse;
}

function isPossibleAlone(ask: Ask): boolean {
  const { atom, outcome } = ask;
  if (isUnrestricted(atom.subject.values, atom.test, outcome)) return true;
  const alone = aloneOf(ask);
  alone.isPossible ??= isPossibleFor(atom.subject.values, atom.test, outcome);
  return alone.isPossible;
}

function oneOf(ask: Ask): One {
  const alone = aloneOf(ask);
  alone.value ??= findOneOf(ask);
  return alone.value;
}

function findOneOf({ atom: { subject, test }, outcome }: Ask): One {
  for (const constant of outcome ? likelyFor(test) : []) {
    const one = onlyOf(subject.values, constant);
    if (isAnswer(one, { atom: { kind: "atom", subject, test }, outcome })) return one;
  }
  const left = narrow(subject.values, test, outcome) ?? {};
  for (const constant of members(left)) return onlyOf(left, constant);
  return { values: {} };
}

/** The time to guess what a longer pattern matches could be quadratic. */
const longestPattern = 200;

/** Constants of which a test probably holds: those that are written in it. */
function likelyFor(test: Test): readonly Constant[] {
  if (test.kind === "one-of") return [...test.constants.values()].slice(0, 1);
  if (test.kind !== "text") return [];
  const { test: asked } = test;
  if (asked.kind === "matches") {
    if (asked.pattern.length > longestPattern) return [];
    const text = likelyMatch(asked.pattern);
    return [text, `/${text}`].map((value) => ({ kind: "text", value }));
  }
  return "text" in asked ? [{ kind: "text", value: asked.text }] : [];
}

/** A text that a pattern of plain characters, classes and groups matches; any text for others. */
function likelyMatch(pattern: string): string {
  return pattern
    .replace(/^\(\?i\)/, "")
    .replaceAll(/\((?:\?:)?([^|()]*)(?:\|[^()]*)?\)/g, "$1")
    .replaceAll(/(?:\\.|\[[^\]]*\]|[^\\])[*?]\??/g, "")
    .replaceAll(/\\d|\[0-9\]/g, "1")
    .replaceAll(/\\w|\[[^\]]*\]/g, "a")
    .replaceAll(/[\\^$+]/g, "");
}

function onlyOf(some: Values, constant: Constant): One {
  const key = keyOf(constant);
  const test: Test = { kind: "one-of", constants: new Map([[key, constant]]) };
  const values = narrow(some, test, true);
  return values === undefined ? { values: {} } : { constant, key, values };
}

function isWholeOf({ subject: { urlPart } }: Asked, { subject }: Asked): boolean {
  const name = urlPart?.part;
  return (name === "url" || name === "uri") && isPartOf(name, subject);
}

function isWhole({ subject }: Asked): boolean {
  return hasParts(subject) && subject.isPresence !== true;
}

function hasParts({ urlPart }: Subject): boolean {
  return urlPart?.part === "url" || urlPart?.part === "uri";
}

/** Checks if there is a plain URL, or path with a query string, that is as it is asked for. */
function isUrl(whole: Asked): boolean {
  const { part, isRaw } = whole.subject.urlPart ?? {};
  const form = part === "uri" ? part : isRaw === true ? "raw" : "url";
  for (const text of likelyUrls(whole)) {
    if (urlParts(text, form) !== undefined && isText(whole, text)) return true;
  }
  return false;
}

function* likelyUrls({ asks, value }: Asked): Generator<string> {
  for (const { constant } of [...(value ? [value] : []), ...asks.map(oneOf)]) {
    if (constant?.kind !== "text") continue;
    const { value: text } = constant;
    yield* [text, `/${text}`, `https://example.com${text}`, `https://example.com/${text}`];
    yield* [`${text}/`, `${text}example.com/`];
  }
  yield* ["https://example.com/", "http://example.com/"];
}

/** Checks if there is a plain URL that, like its path, is as it is asked for. */
function isUrlWithPath(whole: Asked, path: Asked): boolean {
  const [{ urlPart: url }, { urlPart: part }] = [whole.subject, path.subject];
  if (url?.part !== "url" || part?.part !== "path" || url.url !== part.url) return false;
  return [...likelyPaths(path), ...likelyPaths(whole)].some(
    (text) => isText(path, text) && isText(whole, `https://example.com${text}`),
  );
}

function* likelyPaths({ asks, value }: Asked): Generator<string> {
  const [first] = asks;
  const { constant } = value ?? (first && oneOf(first)) ?? {};
  // Without what would end the path, or be escaped in it.
  if (constant?.kind === "text" && /^\/[\w/.-]*$/.test(constant.value)) yield constant.value;
}

function isText(asked: Asked, text: string): boolean {
  const value = onlyOf(asked.subject.values, { kind: "text", value: text });
  return value.constant !== undefined && asked.asks.every((ask) => isAnswer(value, ask));
}
