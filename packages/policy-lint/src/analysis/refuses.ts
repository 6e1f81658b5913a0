import type { RuleNode } from "../nodes/rule-node.ts";

/** Whether a rule refuses the requests that it matches. */
export function refuses({ actions }: RuleNode): boolean {
  return actions.some((action) => {
    const answer = action.definition?.answer;
    if (answer?.kind !== "response") return answer?.kind === "refusal";
    const status = action.field(answer.status);
    return typeof status === "number" && status >= 400 && status < 500;
  });
}
