import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { withoutColors } from "@traffic-policy/report";
import printed from "@traffic-policy/report/formats/pretty";

const file = "web.json";
const text = `{
  "on_http_request": [
    { "name": "Uploads", "expressions": ["req.metod == 'POST'"], "actions": [{ "type": "deny" }] }
  ]
}`;
const diagnostics = lintPolicy(jsonPolicySource(file, text), {
  dialect: phasesDialect,
  protocol: "http",
});

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
