import type { Ref } from "@traffic-policy/policy-language/service";

/** How an answer names a resource: its identifier, and its URI under the path of its kind. */
export function refTo(baseUrl: string, path: string, id: string): Ref {
  // A body may hold half a character in an escape, and no URI can.
  return { id, uri: `${baseUrl}${path}/${encodeURIComponent(id.toWellFormed())}` };
}
