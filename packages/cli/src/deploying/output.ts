import type { Static } from "@sinclair/typebox";
import { diagnostic } from "../commands/lint/output.ts";
import {
  errorWithChanges,
  flag,
  list,
  object,
  optional,
  text,
  version,
  words,
  type JsonOutput,
} from "../report/schema.ts";

/** What `deploy --format json` and `rollback --format json` print. */
const deployOutput = object(
  {
    ...version,
    targets: list(
      object(
        {
          target: text("The name of the target."),
          outcome: words(
            ["applied", "unchanged", "failed", "unknown", "rolled-back", "skipped"],
            "What became of it; each target has exactly one outcome.",
          ),
          verified: flag("Whether it was read back, and is what it was to be."),
          error: optional(errorWithChanges),
        },
        "A target.",
      ),
      "The targets.",
    ),
    diagnostics: optional(
      list(
        diagnostic,
        "The warnings of lint, and its errors when they stopped it; left out when nothing was linted.",
      ),
    ),
  },
  "What became of each target.",
);

export type DeployOutput = Static<typeof deployOutput>;

export default [
  { name: "deploy", commands: ["deploy", "rollback"], schema: deployOutput },
] satisfies JsonOutput[];
