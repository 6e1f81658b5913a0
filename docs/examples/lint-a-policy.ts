import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";

const source = jsonPolicySource(
  "web.json",
  `{
  "on_http_request": [
    { "name": "Uploads", "expressions": ["req.metod == 'POST'"], "actions": [{ "type": "deny" }] }
  ]
}`,
);

const findings = lintPolicy(source, { dialect: phasesDialect, protocol: "http" });
for (const { severity, rule, message, location } of findings) {
  console.log(`${location?.start.line}: ${severity}: ${message} ${rule}`);
}
