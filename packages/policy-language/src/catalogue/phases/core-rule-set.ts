import { Type } from "@sinclair/typebox";
import type { ActionResult } from "../action.ts";
import { stringEnum } from "../config-schema.ts";
import { errorResults } from "../shared/error-results.ts";

export const coreRuleSet = {
  on_error: Type.Optional(
    stringEnum(["continue", "halt"], {
      default: "halt",
      description:
        "What happens if the rules cannot be run: `halt` ends processing, `continue` runs the next action.",
    }),
  ),
  process_body: Type.Optional(
    Type.Boolean({ default: false, description: "Whether the first 4 KB of the body are read." }),
  ),
  exclude_rule_ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 900_000, maximum: 999_999 }), {
      description: "The numbers of rules that are left out.",
    }),
  ),
};

/**
 * Defines the results of an action that runs the OWASP Core Rule Set.
 *
 * @param action - the action as its result names spell it, such as `owasp_crs_request`
 */
export function coreRuleSetResults(action: string): ActionResult[] {
  const name = `actions.ngrok.${action}`;
  return [
    { name: `${name}.decision`, type: "string", description: "the decision: `allow` or `deny`" },
    { name: `${name}.anomaly_score`, type: "int", description: "the sum of what matched" },
    {
      name: `${name}.anomaly_score_threshold`,
      type: "int",
      description: "the score from which on it is refused",
    },
    {
      name: `${name}.matched_rules`,
      type: "list(matched_rule)",
      description: "the rules that matched",
    },
    ...errorResults(action),
  ];
}
