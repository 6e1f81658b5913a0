import { exchangeTitle } from "@traffic-policy/policy-engine/report";
import { enumerated, formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import type { SiteExample } from "@traffic-policy/policy-proof";

/** An exchange with its way: `GET https://shop.example/x, by https://router.internal`. */
export function exampleText({ exchange, outcome, taken }: SiteExample): string {
  const { hops } = outcome;
  // Where it begins is said already.
  const { endpoint: _, ...shown } = exchange;
  const between = hops.slice(1, -1).map(({ endpoint }) => formatEndpointUrl(endpoint.url));
  const passing = hops.flatMap(({ outcome: { trace } }) =>
    (trace?.rules ?? []).flatMap(({ actions }) =>
      actions.filter(
        ({ type, result }) =>
          (taken.passed.has(type) && result !== "skipped") || result === "not-simulated",
      ),
    ),
  );
  const types = [...new Set(passing.map(({ type }) => type))];
  const offline = [...taken.offline];
  return [
    exchangeTitle(shown),
    ...(between.length > 0 ? [`by ${between.join(" and ")}`] : []),
    ...(offline.length > 0 ? [`while ${enumerated(offline)} cannot be reached`] : []),
    ...(types.length > 0
      ? [`if ${enumerated(types)} ${types.length === 1 ? "lets" : "let"} it pass`]
      : []),
  ].join(", ");
}
