import type { Compared, Comparison } from "../expression/comparison.ts";
import type { PlainValue } from "../expression/plain-value.ts";

/** Something that only the service knows, on which an outcome depends. */
export interface Question {
  /** Of a `condition`, whether it is true; of an `action`, whether it lets the exchange pass. */
  readonly kind: "condition" | "action";
  /** JSON Pointer into the policy document, to the expression or the action. */
  readonly path: string;
  /** The condition, or the type of the action. */
  readonly text: string;
}

/** What is not known, as a sentence. */
export function unknownText({ kind, text }: Question): string {
  return kind === "action"
    ? `Only the service can run "${text}".`
    : `Only the service knows whether ${text} is true.`;
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
  readonly #given: readonly Answer[];
  readonly #known = new Map<string, boolean>();
  readonly #results = new Set<string>();
  /** What is assumed of variables: by name, comparisons and whether they are true. */
  readonly #assumed = new Map<string, readonly Assumption[]>();
  readonly #texts = new Set<string>();

  /** @param given - the answers to the first questions; those to all others are `true` */
  constructor(given: readonly Answer[] = []) {
    this.#given = given;
  }

  /**
   * The answer to a question; it is not asked when only one agrees with what is assumed already.
   *
   * @param about - what the question is about: the same key has the same answer, or the opposite where one is negated
   * @param comparison - what a condition says of one variable, when it says nothing else
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
      const { variable } = comparison;
      const before = this.#assumed.get(variable) ?? [];
      this.#assumed.set(variable, [...before, { comparison, answer }]);
    }
    return answer;
  }

  /** Whether a variable has a value with which a comparison has this answer, and all before have theirs. */
  #agrees(comparison: Comparison | undefined, answer: boolean): boolean {
    if (comparison === undefined) return true;
    const before = this.#assumed.get(comparison.variable) ?? [];
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

  isUnknownResult(variable: string): boolean {
    return this.#results.has(variable);
  }

  /** The text that stands for an unknown one: it names the expression that would give it. */
  textFor(expression: string): string {
    const text = `‹${expression}›`;
    this.#texts.add(text);
    return text;
  }

  /** Whether a text that stands for an unknown one is in a value. */
  isUnknownIn(value: PlainValue | undefined): boolean {
    if (this.#texts.size === 0) return false;
    if (typeof value === "string") return [...this.#texts].some((text) => value.includes(text));
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
    const items = value instanceof Map ? [...value.values()] : Object.values(value);
    return (items as PlainValue[]).some((item) => this.isUnknownIn(item));
  }
}

interface Assumption {
  readonly comparison: Comparison;
  readonly answer: boolean;
}

const onlyTheService = " is not known: only the service knows it.";

/** Says that the value of something is unknown, as the message of an error that {@link isUnknown} finds. */
export function unknownMessage(what: string): string {
  return `${what}${onlyTheService}`;
}

/** Whether an evaluation came to nothing because a value is unknown. */
export function isUnknown({ message }: { readonly message: string }): boolean {
  return message.includes(onlyTheService);
}
