import type { JsonLike } from "@traffic-policy/policy-engine";
import { shownText, shownValue, textOf } from "@traffic-policy/policy-engine/report";
import { type Protocol } from "@traffic-policy/policy-language";
import { counted } from "@traffic-policy/policy-language/internal";
import type { DifferenceGroup, OutcomeDifference, PolicyComparison } from "../compare-policies.ts";

type Compared = Pick<PolicyComparison, "kind" | "groups" | "unknown"> & {
  readonly protocol: Protocol;
};

/** Checks whether policies do the same, in a few words. */
export function verdictText(comparison: Compared): string {
  switch (comparison.kind) {
    case "same":
      return `the same for every ${nounOf(comparison)} (proved)`;
    case "different":
      return `not the same for ${groupsText(comparison)}`;
    case "unknown":
      return "not known whether it is the same";
  }
}

/** `at least 2 groups of requests` */
export function groupsText(comparison: Compared): string {
  const { groups, unknown } = comparison;
  const atLeast = unknown.length === 0 ? "" : "at least ";
  return `${atLeast}${counted(groups.length, "group")} of ${nounOf(comparison)}s`;
}

function nounOf({ protocol }: Compared): string {
  return protocol === "http" ? "request" : "connection";
}

/** The differences that are not only those of how it ends. */
export function shownDifferences({
  before,
  after,
  differences,
}: Pick<DifferenceGroup, "before" | "after" | "differences">): readonly OutcomeDifference[] {
  const endsAlike = before.result === after.result;
  return differences.filter(({ what }) => {
    if (what === "outcome" || what === "status" || what === "header content-length") return false;
    return endsAlike || what === "log entries" || what === "other actions";
  });
}

export function differenceSide(value: JsonLike, limit: number): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "none";
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isList ? shownText(textOf(value), limit) : shownValue(value, limit);
}
