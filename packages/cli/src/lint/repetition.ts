import type { Diagnostic } from "@traffic-policy/policy-language";
import type { Found } from "./claimed-policy.ts";

/**
 * Merges findings at the same place into a single finding with the environments of all, because policies share the
 * modules that build their rules.
 *
 * @param found - the findings of each policy
 * @param environments - total number; a finding for all of them names none
 */
export function withoutRepetition(found: readonly (readonly Found[])[], environments = 0): Found[] {
  const before = new Map<string, number>();
  const all: Found[] = [];
  for (const diagnostics of found) {
    const isNew = diagnostics.map((diagnostic) => {
      const at = before.get(keyOf(diagnostic));
      const other = at === undefined ? undefined : all[at];
      if (at === undefined || other === undefined) return true;
      all[at] = forBoth(other, diagnostic, environments);
      return false;
    });
    diagnostics.forEach((diagnostic, index) => {
      if (isNew[index] !== true) return;
      before.set(keyOf(diagnostic), all.push(diagnostic) - 1);
    });
  }
  return all;
}

/**
 * Removes reports of unused ignore directives that another policy of the same file uses, because each policy reads
 * all comments of the file.
 *
 * @param isPart - whether some policies of the file are not linted, which may use any of them
 */
export function withoutUsedOrders(found: Found[][], isPart: boolean): void {
  if (found.length < 2 && !isPart) return;
  const isUnused = ({ rule }: Found): boolean => rule === "document/unused-ignore";
  const counts = new Map<string, number>();
  for (const one of found.flat().filter(isUnused)) {
    counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  }
  for (const [index, list] of found.entries()) {
    const isSure = (one: Found): boolean => !isPart && counts.get(keyOf(one)) === found.length;
    found[index] = list.filter((one) => !isUnused(one) || isSure(one));
  }
}

function forBoth(one: Found, other: Found, count: number): Found {
  const { environments: some, ...finding } = one;
  if (some === undefined || other.environments === undefined) return finding;
  const environments = [...new Set([...some, ...other.environments])];
  return environments.length === count ? finding : { ...finding, environments };
}

function keyOf({ rule, message, span, location }: Diagnostic): string {
  return JSON.stringify([rule, message, span, location]);
}
