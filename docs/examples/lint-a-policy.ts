import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";

const source = jsonPolicySource(
  "web.json",
  `{
  "inbound": [
    { "name": "Uploads", "expressions": ["req.metod == 'POST'"], "actions": [{ "type": "deny" }] }
  ]
}`,
);

for (const { severity, rule, message, location } of lintPolicy(source, { protocol: "http" })) {
  console.log(`${location?.start.line}: ${severity}: ${message} ${rule}`);
}
