import {
  nearest,
  nearMiss,
  sameLetters,
  shortened,
} from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  strict: "error",
  fix: "safe",
  docs: {
    what: "An action has an unknown type.",
    wrong:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom_response", "config": { "status_code": 503 } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a policy with an unknown action type. It may know more types than this catalogue, so the finding is a warning, and an error in the preset `strict`. A misspelt type is always an error.",
  },
  visit: {
    action({ path, type, definition, place }, report) {
      if (definition !== undefined) return;
      const foreign = place.dialect.foreignActions?.get(type);
      const known = [...place.dialect.actions.keys()];
      const misspelt = nearMiss(type, known);
      const meant = foreign ?? misspelt ?? nearest(type, known);
      const at = `${path}/type`;
      report({
        path: at,
        message: `Unknown action type "${shortened(type)}".`,
        help:
          meant === undefined
            ? "If the service knows this type, turn the rule off in the configuration."
            : `Did you mean "${meant}"?`,
        ...(misspelt !== undefined && { atLeast: "error" }),
        ...(meant !== undefined &&
          (foreign !== undefined || sameLetters(meant, type)) && {
            fix: { title: `Write "${meant}"`, safe: true, edits: [{ path: at, value: meant }] },
          }),
      });
    },
  },
});
