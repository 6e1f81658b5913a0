import {
  describeCheckError,
  interpolations,
  parseExpression,
  type Action,
} from "@traffic-policy/policy-language";
import { findUnavailable } from "@traffic-policy/policy-language/internal";
import { written } from "./action.ts";
import { originOf, type CallSite } from "./call-site.ts";
import { PlacementError } from "./errors.ts";
import { places, site } from "./expressions/cel-expression.ts";
import {
  availabilityOf,
  placesOf,
  protocolsOf,
  type Place,
  type PlaceSet,
  type Vocabulary,
} from "./places.ts";
import type { Restriction } from "./restriction.ts";
import { ruleParts, type RuleBuilder } from "./rule.ts";

/**
 * Checks that all parts of a rule may exist where it is placed: in a policy for the protocol, or for any when there
 * is none. Like lint, it accepts what the documentation leaves open.
 *
 * @throws PlacementError, which names the rule and the part
 */
export function checkPlacement(
  rule: RuleBuilder<Restriction>,
  vocabulary: Vocabulary,
  place: Place,
): void {
  const allowed = placesOf(vocabulary, place);
  if (isAllowed(rule, allowed)) return;
  const missing = missingPart(rule, allowed, { ...place, vocabulary });
  if (missing === undefined) return;
  const { protocol, direction } = place;
  const { name } = rule[ruleParts];
  const who = name === undefined ? "A rule without a name" : `The rule ${JSON.stringify(name)}`;
  const where = `${direction} rules of a policy${protocol === undefined ? "" : ` for ${protocol}`}`;
  throw new PlacementError(
    `${who} is not allowed in the ${where}: ${missing.reason}`,
    name,
    originOf(missing.part[site]) ?? originOf(rule[site]),
  );
}

interface MissingPart {
  readonly part: { readonly [site]: CallSite | undefined };
  readonly reason: string;
}

interface KnownPlace extends Place {
  readonly vocabulary: Vocabulary;
}

function missingPart(
  rule: RuleBuilder<Restriction>,
  allowed: PlaceSet,
  place: KnownPlace,
): MissingPart | undefined {
  const { conditions = [], actions } = rule[ruleParts];
  for (const part of conditions) {
    const reason = isAllowed(part, allowed)
      ? undefined
      : missingInExpression(part.toString(), place);
    if (reason !== undefined) return { part, reason };
  }
  for (const part of actions) {
    const reason = isAllowed(part, allowed) ? undefined : missingInAction(part[written], place);
    if (reason !== undefined) return { part, reason };
  }
  return undefined;
}

function isAllowed(part: { readonly [places]: PlaceSet }, allowed: PlaceSet): boolean {
  return (part[places] & allowed) !== 0;
}

/**
 * Describes what in a CEL text is sure not to exist in a place; undefined when all of it may. Lint warns about what
 * the documentation leaves open.
 */
function missingInExpression(
  text: string,
  { vocabulary, ...place }: KnownPlace,
): string | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const error = findUnavailable(parsed.tree, { ...place, dialect: vocabulary.dialect }).find(
    ({ unsure }) => unsure !== true,
  );
  return error && describeCheckError(error).message;
}

function missingInAction({ type, config }: Action, place: KnownPlace): string | undefined {
  if (!exists(type, place)) return `the action ${type} does not exist there.`;
  const formats = place.vocabulary.dialect.actions.get(type)?.formats;
  for (const [field, value] of Object.entries(config ?? {})) {
    for (const text of textsIn(value)) {
      const expressions = formats?.[field] === "expression" ? [text] : interpolated(text);
      for (const expression of expressions) {
        const missing = missingInExpression(expression, place);
        if (missing !== undefined) return missing;
      }
    }
  }
  return undefined;
}

function exists(type: string, { vocabulary, protocol, direction }: KnownPlace): boolean {
  const definition = vocabulary.dialect.actions.get(type);
  if (definition === undefined) return true;
  const available = availabilityOf(definition);
  return protocolsOf(protocol).some((one) => available[one]?.includes(direction));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function interpolated(text: string): readonly string[] {
  return interpolations(text).parts.flatMap((part) =>
    part.kind === "interpolation" ? [part.expression] : [],
  );
}
