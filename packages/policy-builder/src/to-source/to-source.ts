import type { JsonObject, PolicyDocument, Protocol } from "@traffic-policy/policy-language";
import { format } from "./format.ts";
import { unformattedSource } from "./unformatted-source.ts";

/** How {@link toSource} writes. */
export interface ToSourceOptions {
  /**
   * What the policy is for. What does not exist there is written as text, because typed calls of it
   * would not compile. Without a protocol, that is what exists for none.
   */
  readonly protocol?: Protocol | undefined;
}

/**
 * The TypeScript module that builds exactly this policy document, formatted: typed variables and
 * functions where they give the very same text, `` cel`…` `` and `action(…)` where not. Chains of
 * `&&` and `||` become `allOf` and `anyOf`. Conditions and actions that occur more than once get a
 * name where that is shorter to read.
 *
 * @returns a module that imports `@traffic-policy/policy-builder`, and whose default export is the
 * policy; running it and calling `toDocument()` gives a document that is identical
 * @throws TypeError for what is no object, and for a value in it that JSON does not have
 * @throws RangeError for a number in it that a JavaScript number cannot hold
 *
 * @example
 * ```ts
 * const source = await toSource(
 *   { inbound: [{ expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] }] },
 *   { protocol: "http" },
 * );
 * ```
 */
export async function toSource(
  document: PolicyDocument | JsonObject,
  { protocol }: ToSourceOptions = {},
): Promise<string> {
  return format(unformattedSource(document, protocol));
}
