import type { Diagnostic } from "../../diagnostic.ts";
import { forwardsIn } from "../forwards.ts";
import { policiesOf } from "../site-policy.ts";
import type { Site } from "../site.ts";
import { clientChosenDefects } from "./client-chosen.ts";
import { endpointDefects, poolDefects, shadowedDefects, unusedDefects } from "./endpoints.ts";
import { hostDefects } from "./hosts.ts";
import { loopDefects } from "./loops.ts";
import { phaseDefects } from "./phases.ts";
import { targetDefects } from "./targets.ts";

/**
 * Finds the defects of a site that no policy shows by itself. What lint finds in a single policy is not among them.
 *
 * @returns findings whose `rule` begins with `site/`; those about an endpoint have an empty `path`
 */
export async function siteDefects(site: Site): Promise<readonly Diagnostic[]> {
  const policies = await policiesOf(site);
  const forwards = policies.flatMap(forwardsIn);
  return [
    ...endpointDefects(site),
    ...poolDefects(site),
    ...shadowedDefects(site),
    ...targetDefects(forwards, site),
    ...phaseDefects(policies, forwards),
    ...loopDefects(forwards, site),
    ...clientChosenDefects(forwards, site),
    ...hostDefects(policies, site),
    ...unusedDefects(site, forwards),
  ];
}
