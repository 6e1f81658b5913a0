import type { ActionNode } from "../../nodes/action-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { ofRule } from "../equal-rules.ts";

/** Whether nothing runs after an action, whatever the request is. */
function alwaysEnds(action: ActionNode): boolean {
  const { definition, place } = action;
  if (definition === undefined) return false;
  const { endsProcessing: ends, directions } = definition;
  const { protocol, direction } = place;
  // The effect of an action in a place where it does not exist is unknown.
  const places = protocol === undefined ? Object.values(directions) : [directions[protocol]];
  if (!places.some((possible) => possible.includes(direction))) return false;
  if (typeof ends === "string") return ends === "always";
  if (ends.unless === undefined) return false;
  return Object.entries(ends.unless).every(([field, value]) => {
    const written = action.field(field);
    return written !== value && !(typeof written === "string" && written.includes("${"));
  });
}

/** Whether nothing runs after a rule that matches. */
export function endsProcessing(rule: RuleNode): boolean {
  return endingAction(rule) !== undefined;
}

/** The first action of a rule after which nothing runs. */
export const endingAction = ofRule(({ actions }) => actions.find(alwaysEnds));
