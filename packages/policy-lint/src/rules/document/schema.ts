import { policyDocumentSchema, type Dialect } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";
import { schemaFindings } from "../../schema-findings.ts";

const schemas = new WeakMap<Dialect, object>();

export default defineRule({
  severity: "error",
  docs: {
    what: "The document does not have the shape of a policy: an unknown key, or a value of the wrong kind.",
    wrong:
      '{ "inbound": { "expresions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] } }',
    right:
      '{ "inbound": [ { "expressions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses such a policy, or passes over the part it does not know: a rule whose misspelt `expressions` are ignored matches every request.",
  },
  visit: {
    document({ path, value, dialect }, report) {
      const schema = schemas.get(dialect) ?? policyDocumentSchema(dialect);
      schemas.set(dialect, schema);
      for (const finding of schemaFindings(schema, value, path)) {
        // Two rules of their own say more about these.
        const isModuleKey = finding.path === "/enabled";
        const isMissingActions = finding.message === '"actions" is missing.';
        if (!isModuleKey && !isMissingActions) report(finding);
      }
    },
  },
});
