import type { LoadedConfiguration } from "@traffic-policy/project";
import type { LintReport } from "@traffic-policy/report";
import type { CommandError } from "../context.ts";

export interface LintedPart {
  /** The file of the configuration; empty without a configuration. */
  readonly file: string;
  readonly configuration: LoadedConfiguration | undefined;
  readonly report: LintReport | undefined;
  readonly error?: CommandError;
}
