import type { SourceRange } from "@traffic-policy/policy-language";
import type { Migration } from "@traffic-policy/policy-proof/migration";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import type { Behaviour } from "../../behaviour/behaviour.ts";
import type { comparerOf } from "../../behaviour/comparer-of.ts";

export type Comparer = Awaited<ReturnType<typeof comparerOf>>;

export interface MigratedPolicy {
  readonly policy: SelectedPolicy;
  readonly state: "migrated" | "unchanged" | "refused";
  readonly migration: Migration;
  readonly text?: string;
  readonly written?: string;
  readonly shared?: readonly string[];
  readonly left?: readonly {
    readonly message: string;
    readonly location: SourceRange;
  }[];
  readonly behaviour?: Behaviour;
}
