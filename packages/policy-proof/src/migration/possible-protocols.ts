import {
  checkExpression,
  interpolations,
  isJsonObject,
  parseExpression,
  protocols,
  type Dialect,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";

/**
 * The protocols for which all actions and variables of a policy exist. What exists for none of those that are left
 * tells nothing.
 */
export function possibleProtocols(document: JsonValue, dialect: Dialect): readonly Protocol[] {
  let possible: readonly Protocol[] = protocols;
  const keep = (some: readonly Protocol[]): void => {
    const left = possible.filter((one) => some.includes(one));
    if (left.length > 0) possible = left;
  };
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value === "string") {
      const texts = value.includes("${")
        ? interpolations(value).parts.flatMap((part) =>
            part.kind === "interpolation" ? [part.expression] : [],
          )
        : [value];
      for (const text of texts) {
        const parsed = parseExpression(text);
        if (!parsed.ok) continue;
        const { variables } = checkExpression(parsed.tree, { dialect });
        for (const { definition } of variables) keep(definition.protocols);
      }
    } else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) visit(item);
    } else if (isJsonObject(value)) {
      const { type } = value;
      const definition = typeof type === "string" ? dialect.actions.get(type) : undefined;
      if (definition !== undefined) {
        keep(protocols.filter((one) => definition.sections[one].length > 0));
      }
      for (const item of Object.values(value)) visit(item);
    }
  };
  visit(document);
  return possible;
}
