// Generated from the folders of the commands by "pnpm generate"; do not edit.
import commandsAuditOutput from "../commands/audit/output.ts";
import commandsBuildOutput from "../commands/build/output.ts";
import commandsConvertOutput from "../commands/convert/output.ts";
import commandsDiffOutput from "../commands/diff/output.ts";
import commandsDoctorOutput from "../commands/doctor/output.ts";
import commandsEmulatorOutput from "../commands/emulator/output.ts";
import commandsExplainOutput from "../commands/explain/output.ts";
import commandsHistoryOutput from "../commands/history/output.ts";
import commandsImpactFollowOutput from "../commands/impact/follow/output.ts";
import commandsImpactOutput from "../commands/impact/output.ts";
import commandsInitOutput from "../commands/init/output.ts";
import commandsLintOutput from "../commands/lint/output.ts";
import commandsMigrateOutput from "../commands/migrate/output.ts";
import commandsPlanOutput from "../commands/plan/output.ts";
import commandsPlaygroundOutput from "../commands/playground/output.ts";
import commandsProveOutput from "../commands/prove/output.ts";
import commandsPullOutput from "../commands/pull/output.ts";
import commandsServeOutput from "../commands/serve/output.ts";
import commandsSimulateOutput from "../commands/simulate/output.ts";
import commandsTestOutput from "../commands/test/output.ts";
import deployingOutput from "../deploying/output.ts";
import reportFailureOutput from "../report/failure/output.ts";
import type { JsonOutput } from "../report/schema.ts";

export const jsonOutputs: readonly JsonOutput[] = [
  ...commandsAuditOutput,
  ...commandsBuildOutput,
  ...commandsConvertOutput,
  ...commandsDiffOutput,
  ...commandsDoctorOutput,
  ...commandsEmulatorOutput,
  ...commandsExplainOutput,
  ...commandsHistoryOutput,
  ...commandsImpactFollowOutput,
  ...commandsImpactOutput,
  ...commandsInitOutput,
  ...commandsLintOutput,
  ...commandsMigrateOutput,
  ...commandsPlanOutput,
  ...commandsPlaygroundOutput,
  ...commandsProveOutput,
  ...commandsPullOutput,
  ...commandsServeOutput,
  ...commandsSimulateOutput,
  ...commandsTestOutput,
  ...deployingOutput,
  ...reportFailureOutput,
];
