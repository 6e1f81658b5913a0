import type { Diagnostic } from "../../diagnostic.ts";
import { forwardsIn } from "../forwards.ts";
import { policiesOf } from "../site-policy.ts";
import type { Site } from "../site.ts";
import { clientChosenDefects } from "./client-chosen.ts";
import { endpointDefects, poolDefects, shadowedDefects, unusedDefects } from "./endpoints.ts";
import { inPolicy } from "./finding.ts";
import { hostDefects } from "./hosts.ts";
import { loopDefects } from "./loops.ts";
import { phaseDefects } from "./phases.ts";
import { targetFindings } from "./targets.ts";

/**
 * Finds the defects of a site that no policy shows by itself. What lint finds in a single policy is not among them.
 *
 * @returns findings whose `rule` begins with `site/`; those about an endpoint have an empty `path`
 */
export async function siteDefects(site: Site): Promise<readonly Diagnostic[]> {
  const policies = await policiesOf(site);
  const forwards = policies.flatMap(forwardsIn);
  const targets = targetFindings(forwards, site);
  const meant = targets.flatMap(({ finding }) => finding.related ?? []).map(([, one]) => one);
  return [
    ...endpointDefects(site),
    ...poolDefects(site),
    ...shadowedDefects(site),
    ...targets.map(({ forward, finding }) => inPolicy(forward.policy, forward.path, finding)),
    ...phaseDefects(policies, forwards),
    ...loopDefects(forwards, site),
    ...clientChosenDefects(forwards, site),
    ...hostDefects(policies, site),
    ...unusedDefects(site, forwards, meant),
  ];
}
