import type { NamedTarget } from "../../configuration/select-targets.ts";
import { describeTarget } from "../../report/target.ts";
import type { Check } from "./check.ts";

const name = "places";

/** Whether each target is another edge or route: of two at one place, only one policy can be there. */
export function checkPlaces(targets: readonly NamedTarget[]): Check {
  const byPlace = new Map<string, NamedTarget[]>();
  for (const one of targets) {
    const place = describeTarget(one.target);
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  }
  const shared = [...byPlace].filter(([, group]) => group.length > 1);
  if (shared.length === 0) {
    return { name, state: "ok", message: "No two targets are the same edge or route." };
  }
  const alike = shared.every(([, group]) => new Set(group.map(policyOf)).size === 1);
  return {
    name,
    state: "warning",
    message: shared.map(([place, group]) => sentence(place, group)).join(" "),
    help: alike
      ? "Keep one of them: `plan` and `deploy` refuse to do both at once."
      : "Name the right edge or route for each: `plan` and `deploy` refuse to do both at once. To let them take turns, name one with --target.",
  };
}

function sentence(place: string, group: readonly NamedTarget[]): string {
  const names = group.map((target) => JSON.stringify(target.name));
  const all = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const policies = new Set(group.map(policyOf)).size;
  const what =
    policies === 1 ? "the same policy" : "different policies, which overwrite each other";
  return `The targets ${all} are at the same place, ${place}, with ${what}.`;
}

function policyOf({ policyFile, enabled }: NamedTarget): string {
  return JSON.stringify([policyFile, enabled]);
}
