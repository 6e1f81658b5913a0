import { compilePolicy, PolicyCoverage } from "@traffic-policy/policy-engine";
import { suggestCases } from "@traffic-policy/policy-proof";

const policy = await compilePolicy({
  on_http_request: [
    {
      name: "Admins",
      expressions: ["req.url.path.startsWith('/admin') && !hasReqHeader('X-Admin')"],
      actions: [{ type: "deny", config: { status_code: 403 } }],
    },
  ],
});

for (const suggestion of suggestCases(policy, new PolicyCoverage(policy))) {
  if ("reason" in suggestion) console.log(suggestion.reason);
  else console.log(suggestion.case.name, suggestion.case.request, suggestion.case.expect);
}
