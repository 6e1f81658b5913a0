import type { SourceRange } from "@traffic-policy/policy-language";
import type { Migration } from "@traffic-policy/policy-proof/migration";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import type { Behaviour } from "../../behaviour/behaviour.ts";
import type { comparerOf } from "../../behaviour/comparer-of.ts";

export type Comparer = Awaited<ReturnType<typeof comparerOf>>;

/** A place in code that somebody has to look at. */
interface CodeNote {
  readonly message: string;
  readonly location: SourceRange;
}

/** A policy, and what became of it. */
export interface MigratedPolicy {
  readonly policy: SelectedPolicy;
  readonly state: "migrated" | "unchanged" | "refused";
  readonly migration: Migration;
  /** What its file holds now, or would hold. */
  readonly text?: string;
  /** The file that was written, as it is shown. */
  readonly written?: string;
  /** Modules that it imports, and that were written with it, as they are shown. */
  readonly shared?: readonly string[];
  /** What its code was left to be. */
  readonly left?: readonly CodeNote[];
  readonly behaviour?: Behaviour;
}
