import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";

/** A header that an action sets. */
export interface SetHeader {
  readonly name: string;
  readonly value: JsonValue;
  readonly path: string;
}

/** The headers that an action sets, as its config has them. */
export function setHeaders(action: ActionNode): SetHeader[] {
  const headers = action.definition?.headers;
  if (headers === undefined || !("sets" in headers)) return [];
  const values = action.field(headers.sets);
  if (!isJsonObject(values)) return [];
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    path: action.pathOf(headers.sets, name),
  }));
}
