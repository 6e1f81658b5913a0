import { describeDocumentError } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A key stands twice in one object.",
    wrong: '{ "inbound": [], "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "JSON does not say which of the two counts. Most readers silently take the last one, so half of what was written has no effect.",
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
            message: "It stands here first.",
            path: error.pointer,
            ...(first && { location: first }),
          },
        ],
      });
    },
  },
});
