import type { Static } from "@sinclair/typebox";
import { diagnostic } from "../commands/lint/output.ts";
import * as Json from "../report/schema.ts";

/** What `deploy --format json` and `rollback --format json` print. */
const deployOutput = Json.object(
  {
    ...Json.version,
    targets: Json.list(
      Json.object(
        {
          target: Json.text("The name of the target."),
          outcome: Json.words(
            ["applied", "unchanged", "failed", "unknown", "rolled-back", "skipped"],
            "What became of it; each target has exactly one outcome.",
          ),
          verified: Json.flag("Whether it was read back, and is what it was to be."),
          error: Json.optional(Json.errorWithChanges),
        },
        "A target.",
      ),
      "The targets.",
    ),
    diagnostics: Json.optional(
      Json.list(
        diagnostic,
        "The warnings of lint, and its errors when they stopped it; left out when nothing was linted.",
      ),
    ),
  },
  "What became of each target.",
);

export type DeployOutput = Static<typeof deployOutput>;

export default [Json.output("deploy", deployOutput, ["deploy", "rollback"])];
