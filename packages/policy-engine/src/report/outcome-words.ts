import { enumerated } from "@traffic-policy/policy-language/internal";
import type { Dependence } from "../dependences.ts";
import type { JsonLike } from "../expression/plain-value.ts";
import type { NotSimulated, Outcome } from "../outcome.ts";
import { shownText } from "./shown.ts";
import { ruleName } from "./trace-words.ts";

/** How an exchange ends, in a few words: `forwarded`, `forwarded to https://a.internal`, `answered with 403`. */
export function resultText({
  result,
  response,
  forwardedTo,
}: Pick<Outcome, "result" | "response" | "forwardedTo">): string {
  const status = response === undefined ? "" : ` with ${response.status}`;
  switch (result) {
    case "forwarded":
      return forwardedTo === undefined
        ? "forwarded"
        : `forwarded to ${shownText(forwardedTo, 200)}`;
    case "answered":
      return `answered${status}`;
    case "closed":
      return "closed";
    case "failed":
      return `failed${status}`;
  }
}

/** The action that ended processing, or the rule that failed. */
export function endedBy({ directions, result, trace }: Outcome): string | undefined {
  if (result === "forwarded") return undefined;
  const ended = directions.findLast((one) => one.result === "ended" || one.result === "failed");
  const path = ended?.by?.path;
  const { rules } = trace ?? { rules: [] };
  const rule =
    path === undefined
      ? rules.findLast((one) => one.result === "failed")
      : rules.find((one) => path.startsWith(`${one.path}/`));
  if (rule === undefined) return ended?.by?.type;
  const name = `${ended?.direction ?? ""} ${rule.name === undefined ? ruleName(rule) : `rule "${rule.name}"`}`;
  return ended?.by === undefined ? name : `${ended.by.type} of ${name}`;
}

/** How an exchange ends, with what ended it: `answered with 403 by deny of inbound rule "Office only"`. */
export function endingText(outcome: Outcome, paint: (result: string) => string = String): string {
  const by = endedBy(outcome);
  return `${paint(resultText(outcome))}${by === undefined ? "" : ` by ${shownText(by, 200)}`}`;
}

/** Describes what the client gets when the outcome has no response. */
export function withoutResponse({ result, directions, rules }: Outcome): string {
  if (result === "answered") return "an answer that only the service knows";
  if (result === "closed") return "nothing: the connection is closed";
  if (result === "failed") return "nothing: the connection fails";
  const skipped = directions.filter((one) => one.result === "skipped");
  const names = skipped.map(({ direction }) => direction);
  const used = names.filter((name) => rules.some(({ direction }) => direction === name));
  const missed = enumerated(used.length > 0 ? used : names.slice(0, 1));
  return `the upstream's response, which is not given: ${missed} rules did not run`;
}

/** Describes the part of an action that is not simulated, without a hint. */
export function notSimulatedText({ type, message }: NotSimulated): string {
  const isWhole = message.includes("give a stub");
  return isWhole ? `"${type}":` : message;
}

/** How a header came to differ from what it was; `null` where there is none. */
export interface HeaderChange {
  readonly name: string;
  readonly before: JsonLike;
  readonly after: JsonLike;
}

/** Summarizes what all actions together did to the headers of the request or the response. */
export function headerChanges(
  { trace }: Pick<Outcome, "trace">,
  what: "request-header" | "response-header",
): HeaderChange[] {
  const changes = new Map<string, HeaderChange>();
  const { rules } = trace ?? { rules: [] };
  for (const change of rules.flatMap(({ actions }) => actions).flatMap((one) => one.changes)) {
    const { name, before, after } = change;
    if (change.what !== what || name === undefined) continue;
    const first = changes.get(name);
    changes.set(name, { name, before: first === undefined ? before : first.before, after });
  }
  return [...changes.values()].filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
}

/** A value of an option as it is written on the command line. */
export function optionText(value: unknown): string {
  if (Array.isArray(value)) return shownText(value.join(","), 60);
  return shownText(typeof value === "string" ? value : JSON.stringify(value), 60);
}

/** Describes the outcomes with other answers to an open question: `with no-match: forwarded`. */
export function dependenceText(outcome: Outcome, { others }: Dependence): string {
  if (others.length === 0) return "with another value it may differ";
  return others
    .map((other) => `with ${optionText(other.value)}: ${otherOutcome(outcome, other.outcome)}`)
    .join(", ");
}

function otherOutcome(outcome: Outcome, other: Outcome): string {
  const text = resultText(other);
  if (text !== resultText(outcome)) return text;
  if (isDifferent(outcome.request, other.request)) return "the upstream gets another request";
  if (isDifferent(outcome.response, other.response)) return "the client gets another response";
  return "the logs differ";
}

function isDifferent(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
