import { valuesOf, type Fields } from "./fields.ts";

/** Fields that are about one connection only, and are never forwarded as they came. */
const perConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** Whether a field is about one connection only. Source: RFC 9110, section 7.6.1. */
export function isPerConnection(name: string): boolean {
  return perConnection.has(name);
}

/**
 * Whether a field is about the connection or how the body comes: neither a policy nor trailers decide
 * that. Source: RFC 9110, section 6.5.1.
 */
export function isOfBody(name: string): boolean {
  return isPerConnection(name) || name === "content-length" || name === "trailer";
}

/**
 * Leaves out the fields that a message's own `connection` field names. It is done before the policy
 * runs, so that nobody can have a header left out that the policy adds; rules still see the fields
 * that are always about one connection, such as `upgrade`.
 */
export function withoutNamed(fields: Fields): Fields {
  const connection = valuesOf(fields, "connection");
  // That is what nearly every client sends.
  if (connection.length === 0 || connection.join() === "keep-alive") return fields;
  const named = new Set(listOf(connection).filter((name) => !isKept(name)));
  return named.size === 0 ? fields : fields.filter(([name]) => !named.has(name));
}

/** What says where a message ends and whom it is for cannot be named away; `close` is no field. */
function isKept(name: string): boolean {
  return perConnection.has(name) || ["close", "content-length", "host"].includes(name);
}

/** The members of a field that is a list, in lower case. */
export function listOf(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(","))
    .map((member) => member.trim().toLowerCase())
    .filter((member) => member !== "");
}
