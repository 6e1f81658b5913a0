import { systemClock, type Clock } from "./clock.ts";
import type { Answer, Question, QuestionKind, WorkResponse } from "./messages.ts";
import { Refusal } from "./refusal.ts";

type Answering<Kind extends QuestionKind> = (
  question: Question<Kind>,
  clock: Clock,
) => Promise<Answer<Kind>>;

const answering: {
  readonly [Kind in QuestionKind]: () => Promise<{ readonly default: Answering<Kind> }>;
} = {
  simulate: () => import("./questions/simulate.ts"),
  runCases: () => import("./questions/run-cases.ts"),
  suggestCases: () => import("./questions/suggest-cases.ts"),
  prove: () => import("./questions/prove.ts"),
  compare: () => import("./questions/compare.ts"),
  migrate: () => import("./questions/migrate.ts"),
  policies: () => import("./questions/policies.ts"),
  deployed: () => import("./questions/deployed.ts"),
  draw: () => import("./questions/draw.ts"),
  lint: () => import("./questions/lint.ts"),
};

/** Answers a question. Never rejects: a problem in the texts becomes a sentence. */
export async function answer<Kind extends QuestionKind>(
  kind: Kind,
  question: Question<Kind>,
  clock: Clock = systemClock,
): Promise<WorkResponse["reply"]> {
  try {
    const { default: work } = await answering[kind]();
    return { state: "answered", answer: await work(question, clock) };
  } catch (error) {
    if (error instanceof Refusal) return { state: "refused", problem: error.problem };
    return { state: "refused", problem: unexpected(error) };
  }
}

function unexpected(error: unknown): Refusal["problem"] {
  // The stack is not deep enough for what is nested thousands of times.
  if (error instanceof RangeError && /call stack|recursion/i.test(error.message)) {
    return {
      message: "It is nested too deeply.",
      help: "Split expressions into several of a rule.",
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  return {
    message: `This is a bug in traffic-policy: ${text}`,
    help: "Please report it, with what you wrote.",
  };
}
