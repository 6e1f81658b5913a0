import { Type, type Static } from "@sinclair/typebox";
import {
  error,
  list,
  object,
  optional,
  place,
  text,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

const diff = optional(text("In a dry run: what would change, as a unified diff."));
const file = text("The file, relative to the working directory.");

/** What `pull --format json` prints. */
const pullOutput = object(
  {
    ...version,
    dryRun: optional(Type.Literal(true, { description: "There when nothing was written." })),
    targets: list(
      object(
        {
          ...place,
          file,
          outcome: words(
            ["written", "unchanged", "absent", "refused", "failed", "skipped"],
            "What became of it; in a dry run, what would.",
          ),
          note: optional(text("What is left to be done by hand.")),
          error: optional(error),
          diff,
        },
        "A target.",
      ),
      "The targets.",
    ),
    configuration: optional(object({ file, diff }, "The configuration that `--all` writes.")),
    withoutPolicy: optional(
      list(Type.String(), "With `--all`: the identifiers of the edges that hold no policy."),
    ),
  },
  "What became of each file.",
);

export type PullOutput = Static<typeof pullOutput>;

export default [{ name: "pull", commands: ["pull"], schema: pullOutput }] satisfies JsonOutput[];
