import { answer } from "../../../packages/playground/src/work/answer.ts";
import type { Clock } from "../../../packages/playground/src/work/clock.ts";
import type {
  Answer,
  Place,
  PolicyText,
  Problem,
  Question,
  QuestionKind,
} from "../../../packages/playground/src/work/messages.ts";

/** A clock that stands still, but for what took long. */
export const stillClock: Clock = {
  now: () => Date.parse("2026-01-31T12:00:00Z"),
  elapsed: () => 0,
};

/** Asks a question that has an answer. It is plain data. */
export async function ask<Kind extends QuestionKind>(
  kind: Kind,
  question: Question<Kind>,
): Promise<Answer<Kind>> {
  const reply = await answer(kind, structuredClone(question), stillClock);
  if (reply.state !== "answered") throw new Error(JSON.stringify(reply.problem));
  return structuredClone(reply.answer) as Answer<Kind>;
}

/** Asks a question that has none. */
export async function refusalOf<Kind extends QuestionKind>(
  kind: Kind,
  question: Question<Kind>,
): Promise<Problem> {
  const reply = await answer(kind, structuredClone(question), stillClock);
  if (reply.state !== "refused") throw new Error("There is an answer.");
  return structuredClone(reply.problem);
}

export function yaml(text: string): PolicyText {
  return { language: "yaml", text };
}

/** The part of a text at a place. */
export function at(text: string, place: Place | undefined): string | undefined {
  if (place === undefined) return undefined;
  const { line, column, endLine, endColumn } = place;
  const lines = text.split("\n").slice(line - 1, endLine);
  const last = lines.length - 1;
  return lines
    .map((one, index) =>
      one.slice(index === 0 ? column - 1 : 0, index === last ? endColumn - 1 : undefined),
    )
    .join("\n");
}
