import { protocols, type Protocol } from "@traffic-policy/policy-language";
import { originOf, type CallSite } from "./call-site.ts";
import { PlacementError } from "./errors.ts";
import { places, site } from "./expressions/cel-expression.ts";
import { missingInAction, missingInExpression, type Place } from "./missing-part.ts";
import { placeBits, type PlaceSet, type Restriction } from "./restriction.generated.ts";
import { ruleParts, type RuleBuilder } from "./rule.ts";

/**
 * Checks that all parts of a rule exist where it is to stand: in a policy for the protocol, or for
 * any when there is none.
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
  const { name } = rule[ruleParts];
  const who = name === undefined ? "A rule without a name" : `The rule ${JSON.stringify(name)}`;
  const where = `${direction} rules of a policy${protocol === undefined ? "" : ` for ${protocol}`}`;
  const { part, reason } = missingPart(rule, place);
  throw new PlacementError(
    `${who} cannot stand among the ${where}: ${reason}`,
    name,
    originOf(part[site]) ?? originOf(rule[site]),
  );
}

interface MissingPart {
  readonly part: { readonly [site]: CallSite | undefined };
  readonly reason: string;
}

function missingPart(rule: RuleBuilder<Restriction>, place: Place): MissingPart {
  const { conditions = [], actions } = rule[ruleParts];
  const condition = conditions.find((one) => !isAllowed(one, place));
  if (condition !== undefined) {
    const text = condition.toString();
    const reason = missingInExpression(text, place) ?? `not all of ${text} exists there.`;
    return { part: condition, reason };
  }
  const action = actions.find((one) => !isAllowed(one, place));
  return action === undefined
    ? { part: rule, reason: "its parts exist only for different protocols." }
    : { part: action, reason: missingInAction(action.toAction(), place) };
}

function isAllowed(part: { readonly [places]: PlaceSet }, place: Place): boolean {
  return (part[places] & bitsOf(place)) !== 0;
}

function bitsOf({ protocols: known, direction }: Place): PlaceSet {
  return known.reduce((all: PlaceSet, protocol) => all | placeBits[protocol][direction], 0);
}
