import type { PlannedTarget } from "@traffic-policy/api";
import type { Terminal } from "../../terminal.ts";
import type { NamedTarget } from "../../configuration/select-targets.ts";

/** How the stored policy of a target differs from the local one; or why that is not known. */
export type TargetDiff = NamedTarget & DiffResult;

/** One of both. */
export type DiffResult =
  | { readonly comparison: TargetComparison; readonly error?: never }
  | { readonly error: Error; readonly comparison?: never };

/** What a file of the folder `formats` exports: it prints the result of `diff`. */
export interface DiffFormat {
  readonly default: (diffs: readonly TargetDiff[], verbose: boolean, terminal: Terminal) => void;
}

/** How both differ, and what there is to say of a stored text that is not JSON. */
export type TargetComparison = Pick<PlannedTarget, "state" | "changes" | "note">;

/** The comparison in a plan, worked out once. */
export function comparisonIn({ state, changes, note }: PlannedTarget): TargetComparison {
  return { state, ...(note && { note }), changes };
}
