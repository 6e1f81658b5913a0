import { decodeUtf8 } from "@traffic-policy/policy-language";
import { streamMessages } from "../exchange/event-stream.ts";
import { sizeOf } from "../exchange/message.ts";
import type { ResponseState } from "../exchange/response-state.ts";
import type { ActionTrace, RuleTrace } from "../outcome.ts";
import type { CompiledDirection } from "../policy/compile-policy.ts";
import { parseMediaType } from "../variables/reader.ts";
import type { Run } from "./run.ts";
import { runDirection, skippedRule, type Ending, type Findings } from "./run-direction.ts";

/** Whether a response is a stream of events. */
export function isEventStream({ headers }: ResponseState): boolean {
  return parseMediaType(headers.first("content-type")).type === "text/event-stream";
}

/**
 * Runs the rules for each message of the response, which is a stream of events. What is told of a rule is what it did to
 * all messages together.
 */
export function runMessages(run: Run, direction: CompiledDirection, findings: Findings): Ending {
  const { response } = run;
  const text = response && textOf(response);
  if (response === undefined || text === undefined) {
    tellUnread(direction, findings);
    return { kind: "completed" };
  }
  const messages = streamMessages(text);
  const traces: RuleTrace[][] = [];
  let ending: Ending = { kind: "completed" };
  for (const message of messages.filter(({ hasFields }) => hasFields)) {
    run.message = message;
    const own: Findings = {
      matched: [],
      notSimulated: [],
      errors: findings.errors,
      rules: findings.rules && [],
    };
    ending = runDirection(run, direction, own);
    addOnce(findings.matched, own.matched);
    addOnce(findings.notSimulated, own.notSimulated);
    if (own.rules !== undefined) traces.push(own.rules);
    if (ending.kind !== "completed") break;
  }
  run.message = undefined;
  findings.rules?.push(
    ...direction.rules.map((rule, index) => together(traces, index) ?? skippedRule(rule)),
  );
  if (ending.kind !== "completed") return ending;
  const changed = messages.map((message) => message.toText()).join("");
  if (changed !== text) setBody(run, response, changed);
  return ending;
}

/** The body of a response as text; nothing when it is not known, or in a form that hides its messages. */
function textOf({ body, headers, compression }: ResponseState): string | undefined {
  const isEncoded = headers.has("content-encoding") && compression === undefined;
  if (isEncoded || body === undefined) return undefined;
  return typeof body === "string" ? body : decodeUtf8(body);
}

function tellUnread({ direction, rules }: CompiledDirection, findings: Findings): void {
  const message = `The body of the response is not given as plain text: ${direction} rules are not simulated.`;
  const actions = rules.flatMap((rule) => rule.actions);
  findings.notSimulated.push(...actions.map(({ path, type }) => ({ path, type, message })));
  findings.rules?.push(...rules.map((rule) => skippedRule(rule)));
}

function setBody(run: Run, response: ResponseState, body: string): void {
  response.body = body;
  if (!response.headers.has("content-length")) return;
  response.bodySize = sizeOf(body);
  run.changeHeader("content-length", "set", String(response.bodySize));
}

function addOnce<Item extends { readonly path: string }>(all: Item[], more: readonly Item[]): void {
  all.push(...more.filter(({ path }) => all.every((one) => one.path !== path)));
}

/** What became of a rule, of that message for which most of it ran, with all that its actions changed. */
function together(traces: readonly RuleTrace[][], index: number): RuleTrace | undefined {
  const own = traces.flatMap((rules) => rules[index] ?? []);
  const told =
    own.find(({ result }) => result === "failed") ??
    own.find(({ result }) => result === "matched") ??
    own[0];
  return (
    told && {
      ...told,
      actions: told.actions.map((action, at): ActionTrace => ({
        ...action,
        changes: own.flatMap((one) => one.actions[at]?.changes ?? []),
      })),
    }
  );
}
