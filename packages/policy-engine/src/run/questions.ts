import type { Compared, Comparison } from "../expression/comparison.ts";
import { textOf, type Unknown } from "../expression/unknown.ts";

/** Something that only the service knows, on which an outcome depends. */
export interface Question {
  /**
   * Of a `condition`, whether it is true, and of an `evaluation`, whether it does not fail; of an `action`, whether it
   * lets the exchange pass; of a `value`, what it is.
   */
  readonly kind: "condition" | "evaluation" | "action" | "value";
  /** JSON Pointer into the policy document, to the expression or the action. */
  readonly path: string;
  /** The expression, or the type of the action. */
  readonly text: string;
}

/** What is not known, as a sentence. */
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
  }
}

/** A question with one of its two answers. */
export interface Answer extends Question {
  readonly answer: boolean;
}

/**
 * What a run asks that only the service knows, and the answers that this run assumes. What is asked again has the same
 * answer.
 */
export class Questions {
  /** In the order in which the run asked. */
  readonly answers: Answer[] = [];
  /** Where the expression stands that is evaluated. */
  path = "";
  /** Whether unknown conditions are left as they are: the expression has its value without them. */
  isPaused = false;
  #randoms = 0;
  readonly #given: readonly Answer[];
  readonly #known = new Map<string, boolean>();
  readonly #results = new Set<string>();
  /** What is assumed of what is compared: comparisons and whether they are true. */
  readonly #assumed = new Map<string, readonly Assumption[]>();
  /** The texts that stand for unknown ones. */
  readonly #texts = new Map<string, Question & { readonly unknown: Unknown }>();

  /** @param given - the answers to the first questions; those to all others are `true` */
  constructor(given: readonly Answer[] = []) {
    this.#given = given;
  }

  /**
   * The answer to a question; it is not asked when only one agrees with what is assumed already.
   *
   * @param about - what the question is about: the same key has the same answer, or the opposite where one is negated
   * @param comparison - what a condition says of one value, when it says nothing else
   */
  ask(
    question: Question,
    { key, isNegated = false }: { readonly key: string; readonly isNegated?: boolean },
    comparison?: Comparison,
  ): boolean {
    const known = this.#known.get(key);
    if (known !== undefined) return known !== isNegated;
    const possible = [true, false].filter((answer) => this.#agrees(comparison, answer));
    const answer =
      possible.length === 1
        ? possible[0] === true
        : (this.#given[this.answers.length]?.answer ?? true);
    if (possible.length > 1) this.answers.push({ ...question, answer });
    this.#known.set(key, answer !== isNegated);
    if (comparison !== undefined) {
      const { of } = comparison;
      const before = this.#assumed.get(of) ?? [];
      this.#assumed.set(of, [...before, { comparison, answer }]);
    }
    return answer;
  }

  /** Whether what is compared has a value with which a comparison has this answer, and all before have theirs. */
  #agrees(comparison: Comparison | undefined, answer: boolean): boolean {
    if (comparison === undefined) return true;
    const before = this.#assumed.get(comparison.of) ?? [];
    const all = [...before, { comparison, answer }];
    const values = new Set<Compared>(all.flatMap((one) => one.comparison.values));
    return [...values].some((value) =>
      all.every((one) => one.comparison.holds(value) === one.answer),
    );
  }

  /** Notes that an action has left results of which only the service knows the values. */
  addResults(names: readonly string[]): void {
    for (const name of names) this.#results.add(name);
  }

  /** Notes that results are known. */
  removeResults(names: readonly string[]): void {
    for (const name of names) this.#results.delete(name);
  }

  isUnknownResult(variable: string): boolean {
    return this.#results.has(variable);
  }

  /** Of which of the random numbers that are not known it is the turn. */
  nextRandom(): number {
    return (this.#randoms += 1);
  }

  /** The text that stands for an unknown one: it names the expression that would give it. */
  textFor(expression: string, unknown: Unknown, path: string): string {
    let text = `‹${expression}›`;
    for (let index = 2; this.#isOfOther(text, unknown); index++)
      text = `‹${expression} (${index})›`;
    this.#texts.set(text, { kind: "value", path, text: expression, unknown });
    return text;
  }

  /** The texts that stand for unknown ones. */
  get texts(): readonly string[] {
    return [...this.#texts.keys()];
  }

  #isOfOther(text: string, unknown: Unknown): boolean {
    const before = this.#texts.get(text)?.unknown;
    return before !== undefined && textOf(before) !== textOf(unknown);
  }

  /** What a text stands for; nothing of one that is known. */
  unknownIn(text: string): Unknown | undefined {
    if (this.#texts.size === 0) return undefined;
    const whole = this.#texts.get(text)?.unknown;
    if (whole !== undefined) return whole;
    if (this.questionIn(text) === undefined) return undefined;
    return { kind: "leaf", name: JSON.stringify(text), type: { kind: "string" } };
  }

  /** Whether a text that stands for an unknown one is in a value. */
  isUnknownIn(value: unknown): boolean {
    return this.questionIn(value) !== undefined;
  }

  /** What the first of the texts in a value asks for that stand for unknown ones. */
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

/** What begins or ends a text that stands for an unknown one, also as URLs have it. */
const mark = /[‹›]|%e2%80%b[9a]/i;

interface Assumption {
  readonly comparison: Comparison;
  readonly answer: boolean;
}

const onlyTheService = " is not known: only the service knows it.";

/** Says that the value of something is unknown, as the message of an error that {@link isUnknown} finds. */
export function unknownMessage(what: string): string {
  return `${what}${onlyTheService}`;
}

/** A part of a message that is made of a text of which only the service knows some. */
export class UnknownPart extends Error {
  /** The text that it is made of. */
  readonly text: string;

  constructor(text: string) {
    super(unknownMessage(text));
    this.text = text;
  }
}

/** Checks whether an evaluation came to nothing because a value is unknown. */
export function isUnknown({ message }: { readonly message: string }): boolean {
  return message.includes(onlyTheService);
}
