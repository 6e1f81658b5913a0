import type { Diagnostic } from "@traffic-policy/policy-language";
import type { Site, SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { forwardedTo, siteDefects } from "@traffic-policy/policy-language/site";

/** The results of the audit of a site. */
export interface SiteAudit {
  readonly diagnostics: readonly Diagnostic[];
  /** The URLs that the policy of each endpoint forwards to. */
  readonly forwards: ReadonlyMap<SiteEndpoint, readonly string[]>;
}

/** Audits a site: its defects, and where its endpoints forward to. */
export async function siteAudit(site: Site): Promise<SiteAudit> {
  return { diagnostics: await siteDefects(site), forwards: await forwardedTo(site) };
}
