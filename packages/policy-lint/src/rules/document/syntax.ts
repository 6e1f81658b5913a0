import { type Correction } from "@traffic-policy/policy-language";
import { describeDocumentError } from "@traffic-policy/policy-language/internal";
import type { Fix } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The file is not valid JSON, it is YAML that is invalid or that JSON cannot express, or code that loses a condition or a backslash, or uses a condition nowhere.",
    wrong: '{ "inbound": [ { "name": "Closed" "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny" } ] } ] }',
    why: 'The service takes policies as JSON and refuses what it cannot parse. Comments and trailing commas are not JSON, although some tools accept them. A policy in YAML is converted, so it can hold only what JSON can: keys are text, numbers are finite, and there is one document in the file. In TypeScript, `&&`, `||`, `!` and `?:` are evaluated before the policy runs, and `"\\d"` is `"d"`: what they drop is not in the policy. A condition that is built and used nowhere is not in it, either: that is a warning. The modules that the policy imports from its own folders are read, too.',
  },
  visit: {
    sourceError({ error, location }, report) {
      if (error.code === "duplicate-key") return;
      report({
        path: error.pointer,
        ...describeDocumentError(error),
        ...(error.code === "condition-unused" && { atMost: "warning" as const }),
        ...(location && { location }),
        ...(error.correction && { fix: quoting(error.correction) }),
      });
    },
  },
});

function quoting({ edits, safe }: Correction): Fix {
  return {
    title: edits.length === 1 ? "Put it in quotes" : "Put the expressions in quotes",
    safe,
    edits: edits.map(({ span, text }) => ({ path: "", source: span, text })),
  };
}
