import { describeDocumentError } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "An object has the same key twice.",
    wrong: '{ "inbound": [], "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "JSON does not define which of the two counts. Most parsers silently take the last one, so half of what was written has no effect.",
  },
  visit: {
    sourceError({ error, location, first }, report) {
      if (error.code !== "duplicate-key") return;
      report({
        path: error.pointer,
        part: "key",
        ...describeDocumentError(error),
        ...(location && { location }),
        related: [
          {
            message: "The first one is here.",
            path: error.pointer,
            ...(first && { location: first }),
          },
        ],
      });
    },
  },
});
