import { deny, req, rule } from "@traffic-policy/policy-builder/phases";

/** The same rule in every policy that imports it. */
export function crawlers() {
  return rule("Crawlers")
    .when(req.userAgent.whenPresent((agent) => agent.contains("GPTBot")))
    .do(deny({ statusCode: 403 }));
}
