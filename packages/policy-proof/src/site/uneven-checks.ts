import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { isAccessCheck } from "../checks.ts";
import type { Passage, SiteExample } from "./passage.ts";

/** A server that is behind checks for what comes from one endpoint, and behind none for some that comes from another. */
export interface UnevenChecks {
  readonly to: SiteEndpoint;
  readonly guarded: Passage;
  /** The types of the checks of which each exchange from the guarded endpoint passes one. */
  readonly checks: readonly string[];
  readonly open: Passage;
  /** An exchange that passes none. */
  readonly example: SiteExample;
}

export function unevenChecks(passages: readonly Passage[]): UnevenChecks[] {
  const servers = new Set(passages.map(({ to }) => to));
  return [...servers].flatMap((to) => {
    const own = passages.filter((one) => one.to === to);
    const guarded = own.find(
      ({ reached, unchecked }) => reached.kind === "found" && unchecked.kind === "none",
    );
    if (guarded === undefined) return [];
    const all = [...guarded.without].filter(([type]) => isAccessCheck(type));
    const always = all.filter(([, { kind }]) => kind === "none");
    const checks = (always.length > 0 ? always : all).map(([type]) => type);
    return own.flatMap((open) =>
      open.unchecked.kind === "found"
        ? [{ to, guarded, checks, open, example: open.unchecked.result }]
        : [],
    );
  });
}
