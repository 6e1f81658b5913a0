import {
  checkExpression,
  interpolations,
  isJsonObject,
  parseExpression,
  protocols,
  type Dialect,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { CommandError } from "../../context.ts";
import type { PolicyToDraw } from "../draw/policies-to-draw.ts";
import type { MigrateOptions } from "./command.ts";

/**
 * What a policy is for: as somebody says, or as its actions and variables tell, when they exist for one protocol
 * only.
 *
 * @throws CommandError when nothing tells
 */
export function protocolToMigrate(
  document: JsonObject,
  policy: PolicyToDraw,
  options: MigrateOptions,
  dialect: Dialect,
): Protocol {
  const told = options.protocol ?? policy.loaded.protocol ?? policy.knownProtocol;
  if (told !== undefined) return told;
  const [only, ...others] = protocolsOf(document, dialect);
  if (only !== undefined && others.length === 0) return only;
  throw new CommandError(`${policy.title}: Nothing tells what the policy is for.`, {
    help: "Use --protocol: http, tcp or tls. Rules of http become on_http_request, others on_tcp_connect.",
  });
}

/** The protocols for which all actions and variables of a policy exist. */
function protocolsOf(document: JsonObject, dialect: Dialect): readonly Protocol[] {
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
