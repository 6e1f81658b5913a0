import {
  describeCheckError,
  directionsDialect,
  findUnavailable,
  interpolations,
  parseExpression,
  type Action,
  type Protocol,
} from "@traffic-policy/policy-language";

/** Where rules stand. */
export interface Place {
  /** The protocols that the policy may be for. */
  readonly protocols: readonly Protocol[];
  readonly direction: "inbound" | "outbound";
}

/**
 * What in a CEL text surely does not exist in a place, as a sentence; nothing when all of it may. What
 * the documentation leaves open is for lint to warn of.
 */
export function missingInExpression(text: string, place: Place): string | undefined {
  const { protocols, direction } = place;
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const protocol = protocols.length === 1 ? protocols[0] : undefined;
  const missing = findUnavailable(parsed.tree, { protocol, direction });
  const error = missing.find(({ unsure }) => unsure !== true);
  return error && describeCheckError(error).message;
}

/** The same for an action, which does not exist there as a whole, or for what its config has. */
export function missingInAction({ type, config }: Action, place: Place): string | undefined {
  if (!exists(type, place)) return `the action ${type} does not exist there.`;
  const formats = directionsDialect.actions.get(type)?.formats;
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

function exists(type: string, { protocols, direction }: Place): boolean {
  const definition = directionsDialect.actions.get(type);
  if (definition === undefined) return true;
  const { directions, unsureDirections = {} } = definition;
  return protocols.some((protocol) =>
    [...directions[protocol], ...(unsureDirections[protocol] ?? [])].includes(direction),
  );
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
