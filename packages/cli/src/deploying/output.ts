import type { Static } from "@sinclair/typebox";
import { behaviourSchema } from "../behaviour/schema.ts";
import { diagnostic } from "../lint/diagnostic-schema.ts";
import * as Json from "../report/schema.ts";

const deployOutput = Json.object("The outcome for each target.", {
  ...Json.version,
  targets: Json.objects("The targets.", "A target.", {
    target: Json.text("The name of the target."),
    outcome: Json.words(
      ["applied", "unchanged", "failed", "unknown", "rolled-back", "skipped"],
      "The outcome; each target has exactly one.",
    ),
    verified: Json.flag("Whether it was read back and is as intended."),
    error: Json.optional(Json.errorWithChanges),
    behaviour: Json.optional(behaviourSchema),
  }),
  diagnostics: Json.optional(
    Json.list(
      diagnostic,
      "The warnings of lint, and its errors if they stopped the run; omitted if nothing was linted.",
    ),
  ),
});

export type DeployOutput = Static<typeof deployOutput>;

export default [Json.output("deploy", deployOutput, ["deploy", "promote", "rollback"])];
