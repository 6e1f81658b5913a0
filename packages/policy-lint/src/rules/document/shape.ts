import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { policyProblems } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { documentFindings } from "../../nodes/document-node.ts";

export default defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "The document does not have the shape of a policy: a value of the wrong kind, or an action without a type.",
    wrong:
      '{ "inbound": { "name": "No posts", "expressions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] } }',
    right:
      '{ "inbound": [ { "name": "No posts", "expressions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses such a policy. Rules, expressions and actions are lists, even when there is only one of them.",
  },
  visit: {
    document(node, report) {
      const missing = policyProblems(node.value);
      for (const problem of missing) report(problem);
      if (missing.length > 0) return;
      const help = isJsonObject(node.value) ? undefined : instead(node.value);
      for (const finding of documentFindings(node)) {
        const isOfOtherRule = finding.kind === "unknown-key" || finding.key === "actions";
        if (!isOfOtherRule) report(help === undefined ? finding : { ...finding, help });
      }
    },
  },
});

/** Returns what to write in place of a document that is no object. */
function instead(document: JsonValue): string {
  return Array.isArray(document)
    ? "Put the rules under the phase that they belong to, such as on_http_request."
    : "Write a rule, such as on_http_request: [{ actions: [{ type: deny }] }].";
}
