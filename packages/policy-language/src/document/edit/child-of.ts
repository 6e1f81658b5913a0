import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { ownMember } from "../../own-member.ts";
import { isList } from "../compare/json-equal.ts";

/** The member or item of a value by its key or index; undefined when there is none. */
export function childOf(value: JsonValue, key: string): JsonValue | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) ? ownMember(value, key) : undefined;
}
