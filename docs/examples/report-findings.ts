import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { withoutColors } from "@traffic-policy/report";
import printed from "@traffic-policy/report/formats/pretty";

const file = "web.json";
const text = `{
  "inbound": [
    { "name": "Uploads", "expressions": ["req.metod == 'POST'"], "actions": [{ "type": "deny" }] }
  ]
}`;
const diagnostics = lintPolicy(jsonPolicySource(file, text), { protocol: "http" });

console.log(
  printed(
    { command: "lint", files: [file], diagnostics, failures: [] },
    {
      style: withoutColors,
      sourceOf: () => text,
      nameOf: String,
      ruleOf: () => undefined,
      version: "1.0.0",
    },
  ),
);
