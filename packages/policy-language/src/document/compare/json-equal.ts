import { isLosslessNumber, type LosslessNumber } from "lossless-json";
import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { ownMember } from "../../own-member.ts";
import { sameNumber } from "../exact-number.ts";

/**
 * Whether two JSON values are the same document: key order does not matter, numbers are equal by
 * value (a number that kept its digits by those), strings by code unit.
 */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (isLosslessNumber(left) || isLosslessNumber(right)) {
    return isNumber(left) && isNumber(right) && sameNumber(left, right);
  }
  if (isList(left) && isList(right)) {
    return (
      left.length === right.length &&
      left.every((item, index) => {
        const other = right[index];
        return other !== undefined && jsonEqual(item, other);
      })
    );
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => {
        const [one, other] = [left[key], ownMember(right, key)];
        return one !== undefined && other !== undefined && jsonEqual(one, other);
      })
    );
  }
  return false;
}

function isNumber(value: JsonValue): value is number | LosslessNumber {
  return typeof value === "number" || isLosslessNumber(value);
}

/** Whether a JSON value is a list; `Array.isArray` does not narrow readonly lists. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
