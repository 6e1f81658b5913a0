import type { LoadedConfiguration } from "@traffic-policy/project";
import type { LintReport } from "@traffic-policy/report";
import type { CommandError } from "../context.ts";

/** What lint says of the policies of one configuration. */
export interface LintedPart {
  /** The file of the configuration; empty without one. */
  readonly file: string;
  readonly configuration: LoadedConfiguration | undefined;
  /** Nothing when it was not asked. */
  readonly report: LintReport | undefined;
  /** Why its policies could not be loaded, where others go on without them. */
  readonly error?: CommandError;
}
