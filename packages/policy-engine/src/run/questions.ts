import type { Compared, Comparison } from "../expression/comparison.ts";
import { textOf, type Unknown } from "../expression/unknown.ts";

/**
 * The kinds of questions. For a `condition`: is it true? For an `evaluation`: does it succeed? For an `action`: does it
 * let the exchange pass? For a `value`: what is it? For a `route`: does a forward come to this endpoint?
 */
export const questionKinds = ["condition", "evaluation", "action", "value", "route"] as const;

/** A fact that only the service knows and on which an outcome depends. */
export interface Question {
  readonly kind: (typeof questionKinds)[number];
  /** JSON Pointer into the policy document, to the expression or the action. */
  readonly path: string;
  /** The expression, or the type of the action. */
  readonly text: string;
}

export function unknownText({ kind, text }: Question): string {
  switch (kind) {
    case "action":
      return `Only the service can run "${text}".`;
    case "condition":
      return `Only the service knows whether ${text} is true.`;
    case "evaluation":
      return `Only the service knows whether ${text} fails.`;
    case "value":
      return `Only the service knows the value of ${text}.`;
    case "route":
      return `Only the service knows whether the exchange takes the way ${text}.`;
  }
}

/** A question with one of its two answers. */
export interface Answer extends Question {
  readonly answer: boolean;
}

/** An answer that is given beforehand: it holds wherever its question is asked. */
export type GivenAnswer = Omit<Answer, "path">;

/**
 * The questions of a run that only the service can answer, with the answers that this run assumes. A repeated
 * question gets the same answer.
 */
export class Questions {
  /** In the order in which the run asked. */
  readonly answers: Answer[] = [];
  path = "";
  /** True while unknown conditions stay unanswered, because the expression has its value without them. */
  isPaused = false;
  #randoms = 0;
  readonly #given: readonly Answer[];
  readonly #told: readonly GivenAnswer[];
  readonly #known = new Map<string, boolean>();
  readonly #results = new Set<string>();
  readonly #assumed = new Map<string, readonly Assumption[]>();
  readonly #texts = new Map<string, Question & { readonly unknown: Unknown }>();

  /**
   * @param given - the answers to the first questions; all others are answered with `true`
   * @param told - answers to questions that are not open then
   */
  constructor(given: readonly Answer[] = [], told: readonly GivenAnswer[] = []) {
    this.#given = given;
    this.#told = told;
  }

  /**
   * Returns the answer to a question. Does not ask when only one answer is consistent with earlier assumptions.
   *
   * @param about - identifies the subject: the same key gets the same answer, or the opposite when negated
   * @param comparison - for a condition that only compares a single value
   */
  ask(
    question: Question,
    { key, isNegated = false }: { readonly key: string; readonly isNegated?: boolean },
    comparison?: Comparison,
  ): boolean {
    const known = this.#known.get(key);
    if (known !== undefined) return known !== isNegated;
    const possible = [true, false].filter((answer) => this.#agrees(comparison, answer));
    const isOpen = possible.length > 1;
    const told = isOpen ? this.#toldOf(question) : possible[0];
    const answer = told ?? this.#given[this.answers.length]?.answer ?? true;
    if (told === undefined) this.answers.push({ ...question, answer });
    this.#known.set(key, answer !== isNegated);
    if (comparison !== undefined) {
      const { of } = comparison;
      const before = this.#assumed.get(of) ?? [];
      this.#assumed.set(of, [...before, { comparison, answer }]);
    }
    return answer;
  }

  #toldOf({ kind, text }: Question): boolean | undefined {
    return this.#told.find((one) => one.kind === kind && one.text === text)?.answer;
  }

  /** True when some value gives a comparison this answer and is consistent with all earlier answers. */
  #agrees(comparison: Comparison | undefined, answer: boolean): boolean {
    if (comparison === undefined) return true;
    const before = this.#assumed.get(comparison.of) ?? [];
    const all = [...before, { comparison, answer }];
    const values = new Set<Compared>(all.flatMap((one) => one.comparison.values));
    return [...values].some((value) =>
      all.every((one) => one.comparison.holds(value) === one.answer),
    );
  }

  addResults(names: readonly string[]): void {
    for (const name of names) this.#results.add(name);
  }

  removeResults(names: readonly string[]): void {
    for (const name of names) this.#results.delete(name);
  }

  isUnknownResult(variable: string): boolean {
    return this.#results.has(variable);
  }

  nextRandom(): number {
    return (this.#randoms += 1);
  }

  /** Returns the placeholder for an unknown text; it names the expression that would give the text. */
  textFor(expression: string, unknown: Unknown, path: string): string {
    let text = `‹${expression}›`;
    for (let index = 2; this.#isOfOther(text, unknown); index++)
      text = `‹${expression} (${index})›`;
    this.#texts.set(text, { kind: "value", path, text: expression, unknown });
    return text;
  }

  get texts(): readonly string[] {
    return [...this.#texts.keys()];
  }

  #isOfOther(text: string, unknown: Unknown): boolean {
    const before = this.#texts.get(text)?.unknown;
    return before !== undefined && textOf(before) !== textOf(unknown);
  }

  unknownIn(text: string): Unknown | undefined {
    if (this.#texts.size === 0) return undefined;
    const whole = this.#texts.get(text)?.unknown;
    if (whole !== undefined) return whole;
    if (this.questionIn(text) === undefined) return undefined;
    return { kind: "leaf", name: JSON.stringify(text), type: { kind: "string" } };
  }

  isUnknownIn(value: unknown): boolean {
    return this.questionIn(value) !== undefined;
  }

  questionIn(value: unknown): Question | undefined {
    if (this.#texts.size === 0) return undefined;
    if (typeof value === "string") {
      if (!mark.test(value)) return undefined;
      // What was made of a text, such as a URL in normal form, may have it in other letters.
      const all = [...this.#texts];
      const [, found] = all.find(([text]) => value.includes(text)) ?? all.at(-1) ?? [];
      return found && { kind: found.kind, path: found.path, text: found.text };
    }
    if (typeof value !== "object" || value === null || value instanceof Uint8Array)
      return undefined;
    const items: Iterable<unknown> = value instanceof Map ? value.values() : Object.values(value);
    for (const item of items) {
      const found = this.questionIn(item);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Matches the start or end of a placeholder, also percent-encoded as in URLs. */
const mark = /[‹›]|%e2%80%b[9a]/i;

interface Assumption {
  readonly comparison: Comparison;
  readonly answer: boolean;
}

const onlyTheService = " is not known: only the service knows it.";

export function unknownMessage(what: string): string {
  return `${what}${onlyTheService}`;
}

/** Thrown for a message part that is made of a partly unknown text. */
export class UnknownPart extends Error {
  readonly text: string;

  constructor(text: string) {
    super(unknownMessage(text));
    this.text = text;
  }
}

/** True when an evaluation failed because a value is unknown. */
export function isUnknown({ message }: { readonly message: string }): boolean {
  return message.includes(onlyTheService);
}
