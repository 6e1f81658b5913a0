import type { JsonSchema } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";
import { itemsOf } from "../../nodes/items-of.ts";
import type { Finding } from "../../rule.ts";
import { setHeaders } from "./set-headers.ts";

/** The name of a header in a config, whether it is set or removed. */
export interface HeaderName {
  readonly name: string;
  readonly place: Pick<Finding, "path" | "part">;
  /** Whether the config's schema refuses this name in its usual letters only. */
  readonly isForbidden: boolean;
}

/** The names of the headers that an action sets or removes. */
export function headerNames(action: ActionNode): HeaderName[] {
  const headers = action.definition?.headers;
  if (headers === undefined) return [];
  if ("sets" in headers) {
    const forbidden = fieldSchema(action, headers.sets)?.propertyNames?.not?.enum;
    return setHeaders(action).map(({ name, path }) => ({
      name,
      place: { path, part: "key" },
      isForbidden: isForbidden(name, forbidden),
    }));
  }
  const forbidden = fieldSchema(action, headers.removes)?.items?.not?.enum;
  return itemsOf(action.field(headers.removes)).flatMap(([index, name]) =>
    typeof name === "string"
      ? [
          {
            name,
            place: { path: action.pathOf(headers.removes, index) },
            isForbidden: isForbidden(name, forbidden),
          },
        ]
      : [],
  );
}

function fieldSchema({ definition }: ActionNode, field: string): JsonSchema | undefined {
  return definition?.config.properties[field];
}

function isForbidden(name: string, forbidden: readonly unknown[] = []): boolean {
  return !forbidden.includes(name) && forbidden.includes(name.toLowerCase());
}
