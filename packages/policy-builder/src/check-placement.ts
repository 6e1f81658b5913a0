import { protocols, type Protocol } from "@traffic-policy/policy-language";
import { written } from "./action.ts";
import { originOf, type CallSite } from "./call-site.ts";
import { PlacementError } from "./errors.ts";
import { places, site } from "./expressions/cel-expression.ts";
import { missingInAction, missingInExpression, type Place } from "./missing-part.ts";
import { placeBits, type PlaceSet, type Restriction } from "./restriction.generated.ts";
import { ruleParts, type RuleBuilder } from "./rule.ts";

/**
 * Checks that all parts of a rule may exist where it is to stand: in a policy for the protocol, or for
 * any when there is none. Like lint, it makes no error of what the documentation leaves open.
 *
 * @throws PlacementError, which names the rule and the part
 */
export function checkPlacement(
  rule: RuleBuilder<Restriction>,
  protocol: Protocol | undefined,
  direction: "inbound" | "outbound",
): void {
  const place = { protocols: protocol === undefined ? protocols : [protocol], direction };
  if (isAllowed(rule, place)) return;
  const missing = missingPart(rule, place);
  if (missing === undefined) return;
  const { name } = rule[ruleParts];
  const who = name === undefined ? "A rule without a name" : `The rule ${JSON.stringify(name)}`;
  const where = `${direction} rules of a policy${protocol === undefined ? "" : ` for ${protocol}`}`;
  throw new PlacementError(
    `${who} cannot stand among the ${where}: ${missing.reason}`,
    name,
    originOf(missing.part[site]) ?? originOf(rule[site]),
  );
}

interface MissingPart {
  readonly part: { readonly [site]: CallSite | undefined };
  readonly reason: string;
}

/** A part that surely does not exist in a place. */
function missingPart(rule: RuleBuilder<Restriction>, place: Place): MissingPart | undefined {
  const { conditions = [], actions } = rule[ruleParts];
  for (const part of conditions) {
    const reason = isAllowed(part, place) ? undefined : missingInExpression(part.toString(), place);
    if (reason !== undefined) return { part, reason };
  }
  for (const part of actions) {
    const reason = isAllowed(part, place) ? undefined : missingInAction(part[written], place);
    if (reason !== undefined) return { part, reason };
  }
  return undefined;
}

function isAllowed(part: { readonly [places]: PlaceSet }, place: Place): boolean {
  return (part[places] & bitsOf(place)) !== 0;
}

function bitsOf({ protocols: known, direction }: Place): PlaceSet {
  return known.reduce((all: PlaceSet, protocol) => all | placeBits[protocol][direction], 0);
}
