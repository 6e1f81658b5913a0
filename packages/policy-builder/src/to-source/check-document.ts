import { toPointer } from "@traffic-policy/policy-language";
import { describeValue } from "../describe-value.ts";
import { isJsonScalar, isPlainObject } from "../json-copy.ts";

/**
 * Checks that TypeScript can hold a document.
 *
 * @throws TypeError for what is no object, and for a value in it that JSON does not have
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
      throw new RangeError(`${where} is ${String(value)}, which is no number of JavaScript.`);
    }
    throw new TypeError(`${where} is ${describeValue(value)}, which JSON cannot hold.`);
  }
  for (const [key, member] of Object.entries(value)) checkValue(member, [...keys, key]);
}

/** A number of the document that kept its digits, because a double cannot hold it. */
function isExactNumber(value: unknown): boolean {
  return typeof value === "object" && value !== null && "isLosslessNumber" in value;
}
