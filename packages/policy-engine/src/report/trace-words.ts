import { fromPointer } from "@traffic-policy/policy-language";
import type { ActionTrace, Change, OperandTrace, RuleTrace } from "../outcome.ts";
import { variableTexts } from "./variable-texts.ts";

/** Returns the display name of a rule; a rule without a name is numbered. */
export function ruleName({
  path,
  name,
}: {
  readonly path: string;
  readonly name?: string;
}): string {
  return name === undefined ? `rule ${Number(fromPointer(path).at(-1)) + 1}` : name;
}

/** The wording for each result of a rule. */
export const ruleWords: Readonly<Record<RuleTrace["result"], string>> = {
  matched: "matched",
  "not-matched": "not matched",
  failed: "failed",
  skipped: "not reached",
};

/** The wording for each result of an action; empty for an action that simply ran. */
export const actionWords: Readonly<Record<ActionTrace["result"], string>> = {
  done: "",
  ended: "ends processing",
  failed: "fails",
  "not-simulated": "is not simulated",
  skipped: "is not reached",
};

const places: Readonly<Record<Change["what"], string>> = {
  url: "URL",
  "request-header": "request header",
  "response-header": "response header",
  status: "status",
  body: "body",
};

/** Names the changed part: `request header x-id`. */
export function changedPart({ what, name }: Change): string {
  return name === undefined ? places[what] : `${places[what]} ${name}`;
}

/**
 * Why an expression or an operand came to what it did, in a few words; may be empty.
 *
 * @param text - of the expression or operand
 * @param limit - how long a value may be, in characters
 */
export function evaluationReason(text: string, trace: OperandTrace, limit: number): string {
  if (trace.state === "skipped") return "not evaluated";
  if (trace.state === "error") {
    // It is reported where it came up.
    const isBelow = trace.operands?.some(({ state }) => state === "error");
    return isBelow === true ? "" : trace.error.message;
  }
  const value = typeof trace.value === "boolean" ? [] : [`it is ${JSON.stringify(trace.value)}`];
  const known = trace.kind === "condition" ? variableTexts(text, trace.variables ?? [], limit) : [];
  return [...value, ...known].join(", ");
}
