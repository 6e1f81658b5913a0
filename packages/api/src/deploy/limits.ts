import type { Plan } from "./plan.ts";

/** Bounds that guard against accidents. */
export interface DeployLimits {
  /**
   * How many targets may change; 50 percent when there are 10 targets or more, and otherwise any
   * number, unless it is said.
   */
  readonly maxChanges?: { readonly count: number } | { readonly percent: number } | undefined;
  /** Names of targets that may be changed, emptied and disabled in any case. */
  readonly forced?: readonly string[] | undefined;
}

/** A limit that carrying out a plan would exceed. */
export interface ExceededLimit {
  /** `max-changes`, or what would become of the policy of a target. */
  readonly kind: "max-changes" | "empty" | "disabled" | "removed";
  /** The name of the target, if it is about one. */
  readonly target?: string;
  /** One sentence: what would happen. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly help: string;
}

/** The limits that carrying out a plan would exceed. */
export function exceededLimits(_plan: Plan, _limits: DeployLimits = {}): readonly ExceededLimit[] {
  return [];
}
