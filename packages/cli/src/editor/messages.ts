import type { Context } from "../context.ts";
import { Checker } from "./checker.ts";

/** What a checker is asked, by the name of its method. */
export interface Question {
  readonly id: number;
  readonly method: keyof Checker;
  readonly args: readonly unknown[];
}

/** What came of it. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** The side of a thread or process that the questions come from. */
export interface Asker {
  onQuestion(take: (question: Question) => void): void;
  answer(answer: Answer): void;
  /** Whether the other side has given more texts than so many. */
  hasGivenMore?(given: number): boolean;
}

/** Answers questions, one after the other, as long as somebody asks. */
export function answerQuestions(asker: Asker, context: Omit<Context, "files">): void {
  const checker = new Checker(context, (given) => asker.hasGivenMore?.(given) === true);
  let last: Promise<void> = Promise.resolve();
  asker.onQuestion((question) => {
    last = last.then(async () => asker.answer(await answerTo(question, checker)));
  });
}

async function answerTo({ id, method, args }: Question, checker: Checker): Promise<Answer> {
  try {
    const ask = checker[method] as (...given: unknown[]) => Promise<unknown>;
    return { id, result: await ask.apply(checker, [...args]) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
