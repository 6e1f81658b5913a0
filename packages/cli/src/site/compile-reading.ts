import { compileSite, type CompiledSite } from "@traffic-policy/policy-engine";
import type { SiteReading } from "@traffic-policy/project";
import { leftOutEndpoints } from "./left-out-text.ts";

/** Compiles a site that was read from files. */
export function compileReading({ site, leftOut }: SiteReading): Promise<CompiledSite> {
  return compileSite(site, { isPartial: leftOutEndpoints(leftOut).length > 0 });
}
