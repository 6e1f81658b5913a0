import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { ownMember } from "../../own-member.ts";
import { isList, jsonEqual } from "./json-equal.ts";

/** A place where two values differ; `before` or `after` is absent when nothing is there. */
export interface Difference {
  readonly keys: readonly (string | number)[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** The smallest places in which two values differ. */
export function differences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  keys: readonly (string | number)[] = [],
): Difference[] {
  if (before === undefined) return after === undefined ? [] : [{ keys, after }];
  if (after === undefined) return [{ keys, before }];
  if (jsonEqual(before, after)) return [];
  if (isList(before) && isList(after)) return listDifferences(before, after, keys);
  if (isJsonObject(before) && isJsonObject(after) && before["type"] === after["type"]) {
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return names.flatMap((name) =>
      differences(ownMember(before, name), ownMember(after, name), [...keys, name]),
    );
  }
  return [{ keys, before, after }];
}

/** Lists are compared between their common beginning and their common end, item by item. */
function listDifferences(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keys: readonly (string | number)[],
): Difference[] {
  let start = 0;
  while (same(before[start], after[start])) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length);
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const count = Math.max(before.length, after.length) - end - start;
  return Array.from({ length: count }, (_item, offset) => start + offset).flatMap((index) =>
    differences(
      index < before.length - end ? before[index] : undefined,
      index < after.length - end ? after[index] : undefined,
      [...keys, index],
    ),
  );
}

function same(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left !== undefined && right !== undefined && jsonEqual(left, right);
}
