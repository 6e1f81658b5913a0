import type { Diagnostic } from "@traffic-policy/policy-language";

/**
 * All findings, but what was found at the same place before is told once: policies share the modules
 * that their rules are built in.
 *
 * @param found - the findings of each policy
 */
export function withoutRepetition(found: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  const told = new Set<string>();
  return found.flatMap((diagnostics) => {
    const left = diagnostics.filter((diagnostic) => !told.has(keyOf(diagnostic)));
    for (const diagnostic of left) told.add(keyOf(diagnostic));
    return left;
  });
}

function keyOf({ rule, message, span, location }: Diagnostic): string {
  return JSON.stringify([rule, message, span, location]);
}
