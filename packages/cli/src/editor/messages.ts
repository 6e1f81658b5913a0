import type { Context } from "../context.ts";
import { Checker } from "./checker.ts";

export interface Question {
  readonly id: number;
  readonly method: keyof Checker;
  readonly args: readonly unknown[];
}

export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

export interface Asker {
  onQuestion(take: (question: Question) => void): void;
  answer(answer: Answer): void;
}

export function answerQuestions(
  asker: Asker,
  context: Omit<Context, "files">,
  runsCode: boolean,
): void {
  // Counted as soon as they are there, while an answer to an earlier question is still looked for.
  let received = 0;
  const isOutdated = (given: number): boolean => received > given;
  const checker = new Checker(context, { runsCode, isOutdated });
  let last: Promise<void> = Promise.resolve();
  asker.onQuestion((question) => {
    if (question.method === "give") received += 1;
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
