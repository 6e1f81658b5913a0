import {
  toPointer,
  type JsonObject,
  type PhasesDocument,
  type PolicyDocument,
  type Protocol,
} from "@traffic-policy/policy-language";
import { moduleCode } from "./module-code.ts";
import { policyDraft } from "./draft.ts";
import { directionsSource, sourceDialectOf } from "./dialects.ts";
import type { SourceDialect } from "./names.ts";
import { describeValue } from "../errors.ts";
import { isJsonScalar, isPlainObject } from "../json-copy.ts";

/** How {@link toSource} writes. */
export interface ToSourceOptions {
  /**
   * The protocol of the policy. Anything that does not exist for it is written as text, because typed calls would not
   * compile. Without a protocol, that applies to anything that exists for no protocol.
   */
  readonly protocol?: Protocol | undefined;
}

/**
 * The TypeScript module that builds exactly this policy document, formatted: typed variables and
 * functions where they give the very same text, `` cel`…` `` and `action(…)` where not. Chains of
 * `&&` and `||` become `allOf` and `anyOf`. Conditions and actions that occur more than once get a
 * name where that is shorter to read.
 *
 * @returns a module that imports `@traffic-policy/policy-builder`, or its entry for the dialect of the document, and whose default export is the
 * policy; running it and calling `toDocument()` gives a document that is identical
 * @throws TypeError for what is not an object, and for a value in it that JSON does not have
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
  document: PolicyDocument | PhasesDocument | JsonObject,
  { protocol }: ToSourceOptions = {},
): Promise<string> {
  return format(unformattedSource(document, protocol, await sourceDialectOf(document)));
}

/**
 * The module that builds a policy document, as one long line for each statement.
 *
 * @throws TypeError for what is not an object, and for a value in it that JSON does not have
 * @throws RangeError for a number in it that a JavaScript number cannot hold
 */
export function unformattedSource(
  document: unknown,
  protocol: Protocol | undefined,
  dialect: SourceDialect = directionsSource,
): string {
  checkDocument(document);
  return moduleCode(policyDraft(document, dialect, protocol), dialect, protocol);
}

/**
 * Checks that TypeScript can hold a document.
 *
 * @throws TypeError for what is not an object, and for a value in it that JSON does not have
 * @throws RangeError for a number in it that JavaScript does not have
 */
export function checkDocument(document: unknown): asserts document is object {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new TypeError(`A policy document is an object, not ${describeValue(document)}.`);
  }
  checkValue(document, []);
}

function checkValue(value: unknown, keys: readonly (string | number)[]): void {
  if (isJsonScalar(value)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(item, [...keys, index]);
    return;
  }
  const where = keys.length === 0 ? "The document" : toPointer(keys);
  if (typeof value !== "object" || value === null || !isPlainObject(value)) {
    if (isExactNumber(value)) {
      throw new RangeError(`${where} is ${String(value)}, which is not a JavaScript number.`);
    }
    throw new TypeError(`${where} is ${describeValue(value)}, which JSON cannot hold.`);
  }
  for (const [key, member] of Object.entries(value)) checkValue(member, [...keys, key]);
}

/** True for a number of the document that kept its digits, because a double cannot hold it. */
function isExactNumber(value: unknown): boolean {
  return typeof value === "object" && value !== null && "isLosslessNumber" in value;
}

/** Formats TypeScript. Prettier is loaded by the first call. */
export async function format(source: string): Promise<string> {
  const [prettier, typescript, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(source, {
    parser: "typescript",
    plugins: [typescript, estree],
    printWidth: 100,
  });
}
