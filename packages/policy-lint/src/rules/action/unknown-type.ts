import { defineRule } from "../../rule.ts";
import { nearest } from "@traffic-policy/policy-language";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An action has a type that the catalogue does not know.",
    wrong:
      '{ "inbound": [ { "actions": [ { "type": "custom_response", "config": { "status_code": 503 } } ] } ] }',
    right:
      '{ "inbound": [ { "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a policy with an action type that it does not know. It may know more types than this catalogue, so the finding is a warning.",
  },
  visit: {
    action({ path, type, definition, dialect }, report) {
      if (definition !== undefined) return;
      const meant = nearest(type, dialect.actions.keys());
      report({
        path: `${path}/type`,
        message: `The action type "${type}" is not known.`,
        help:
          meant === undefined
            ? "If the service knows it, this warning can be turned off in the configuration."
            : `Did you mean "${meant}"?`,
      });
    },
  },
});
