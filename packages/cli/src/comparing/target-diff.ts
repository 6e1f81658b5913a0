import type { PolicyComparison } from "@traffic-policy/api";
import type { NamedTarget } from "../configuration/select-targets.ts";

/** How the stored policy of a target differs from the local one; or why that is not known. */
export type TargetDiff = NamedTarget & DiffResult;

/** One of both. */
export type DiffResult =
  | { readonly comparison: PolicyComparison; readonly error?: never }
  | { readonly error: Error; readonly comparison?: never };
