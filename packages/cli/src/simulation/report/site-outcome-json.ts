import type { Outcome, SiteOutcome } from "@traffic-policy/policy-engine";
import { formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import { outcomeJson } from "./outcome-json.ts";

/** Converts the outcome of a site to JSON, with what happened at each endpoint. */
export function siteOutcomeJson(outcome: SiteOutcome, withTrace: boolean) {
  return {
    outcome: wholeOutcomeJson(outcome),
    hops: outcome.hops.map((hop) => ({
      endpoint: hop.endpoint.name,
      url: formatEndpointUrl(hop.endpoint.url),
      outcome: outcomeJson(hop.outcome, withTrace),
    })),
    reaches: outcome.reaches?.name,
  };
}

/** Converts what the client and the server get. */
export function wholeOutcomeJson(whole: SiteOutcome): Omit<Outcome, "rules"> {
  const { hops: _, reaches: __, perhapsElsewhere: ___, ...outcome } = whole;
  return outcomeJson(outcome, false);
}
