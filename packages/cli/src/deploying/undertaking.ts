import type { Context } from "../context.ts";
import type { History } from "../history/history.ts";
import type { ChangingOptions } from "./options.ts";
import type { Progress } from "../progress/phase.ts";
import type { PlanReport } from "./plan-report.ts";
import type { Diagnostic } from "@traffic-policy/policy-language";
import type { Connection } from "../service/connect.ts";

/** What a plan is carried out with. */
export interface Undertaking {
  readonly connection: Connection;
  readonly history: History;
  readonly progress: Progress;
  readonly context: Context;
  readonly options: ChangingOptions;
  /** What it is called: `Nothing was deployed`, `Deploy this?`, `Deploying`. */
  readonly words: { readonly nothing: string; readonly question: string; readonly verb: string };
  readonly report: PlanReport;
  /** What lint found, for other programs; nothing when nothing was linted. */
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** Whether the plan was made some time ago. */
  readonly isSaved?: boolean;
  /** Whether values may be written that are no policies, because they were there before. */
  readonly anyValue?: boolean;
  /** Names of targets that are disabled because somebody said so. */
  readonly disabled?: ReadonlySet<string>;
}
