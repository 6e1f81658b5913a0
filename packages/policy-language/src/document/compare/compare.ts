import type { Dialect } from "../../catalogue/dialect.ts";
import { directionsDialect } from "../../catalogue/directions/dialect.ts";
import { toPointer } from "../../json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { ownMember } from "../../own-member.ts";
import type { Change } from "./change.ts";
import { differences } from "./differences.ts";
import { isList, jsonEqual } from "./json-equal.ts";
import { matchRules, ruleName, type RulePair } from "./match-rules.ts";
import { movedRules } from "./moved-rules.ts";
import { normalize } from "./normalize.ts";

/**
 * How a local and a stored policy relate: `identical` as JSON documents, `equivalent` in
 * behaviour though written differently, or `different`.
 */
export type ComparisonState = "identical" | "equivalent" | "different";

/** The result of comparing a local with a stored policy document. */
export interface Comparison {
  readonly state: ComparisonState;
  /** None when identical; when equivalent, the differences in writing. */
  readonly changes: readonly Change[];
}

/**
 * Compares two policy documents rule by rule. A rule is found again by its name, then by likeness,
 * so a rule in another place is one `moved`, and of a changed rule only the changed fields are
 * listed.
 */
export function compare(
  local: JsonValue,
  stored: JsonValue,
  dialect: Dialect = directionsDialect,
): Comparison {
  if (jsonEqual(local, stored)) return { state: "identical", changes: [] };
  if (!isJsonObject(local) || !isJsonObject(stored)) {
    return { state: "different", changes: fieldChanges(stored, local, []) };
  }
  const normalLocal = normalize(local, dialect);
  const normalStored = normalize(stored, dialect);
  if (jsonEqual(normalLocal, normalStored)) {
    return { state: "equivalent", changes: documentChanges(local, stored, dialect) };
  }
  return { state: "different", changes: documentChanges(normalLocal, normalStored, dialect) };
}

function documentChanges(local: JsonObject, stored: JsonObject, dialect: Dialect): Change[] {
  const keys = [...dialect.directions, ...Object.keys(local), ...Object.keys(stored)];
  return [...new Set(keys)].flatMap((key) => {
    const [before, after] = [ownMember(stored, key), ownMember(local, key)];
    const holdsRules = dialect.directions.includes(key) && (isList(before) || isList(after));
    return holdsRules && isListOrAbsent(before) && isListOrAbsent(after)
      ? ruleChanges(key, after ?? [], before ?? [])
      : fieldChanges(before, after, [key]);
  });
}

function ruleChanges(
  direction: string,
  local: readonly JsonValue[],
  stored: readonly JsonValue[],
): Change[] {
  const pairs = matchRules(stored, local);
  const moved = movedRules(pairs);
  const byLocal = new Map(pairs.map((pair): [number, RulePair] => [pair.local, pair]));
  const stillStored = new Set(pairs.map((pair) => pair.stored));
  const changes: Change[] = [];
  for (const [index, rule] of local.entries()) {
    const pair = byLocal.get(index);
    const before = pair === undefined ? undefined : stored[pair.stored];
    if (pair === undefined || before === undefined) {
      changes.push({
        kind: "added",
        path: toPointer([direction, index]),
        ...named(rule),
        after: rule,
      });
      continue;
    }
    if (moved.has(pair)) {
      const path = toPointer([direction, index]);
      changes.push({ kind: "moved", path, ...named(rule), before: pair.stored, after: pair.local });
    }
    changes.push(...fieldChanges(before, rule, [direction, index], named(rule)));
  }
  for (const [index, rule] of stored.entries()) {
    if (stillStored.has(index)) continue;
    const path = toPointer([direction, index]);
    changes.push({ kind: "removed", path, ...named(rule), before: rule });
  }
  return changes;
}

function fieldChanges(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  keys: readonly (string | number)[],
  rule: { rule?: string } = {},
): Change[] {
  return differences(before, after, keys).map(({ keys: at, ...values }) => ({
    kind: "changed",
    path: toPointer(at),
    ...rule,
    ...values,
  }));
}

function isListOrAbsent(value: JsonValue | undefined): value is readonly JsonValue[] | undefined {
  return value === undefined || isList(value);
}

function named(rule: JsonValue): { rule?: string } {
  const name = ruleName(rule);
  return name === undefined ? {} : { rule: name };
}
