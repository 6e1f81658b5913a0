import { Type, type Static } from "@sinclair/typebox";
import { diagnostic } from "../lint/output.ts";
import {
  flag,
  list,
  object,
  optional,
  place,
  text,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

/** What `build --format json` prints. */
const buildOutput = object(
  {
    ...version,
    targets: list(
      object(
        {
          target: place.target,
          kind: place.kind,
          file: text("The file with the policy document, relative to the working directory."),
          enabled: flag("Whether the policy would be enabled."),
          outcome: words(["written", "unchanged"], "Whether the file had to be written."),
        },
        "A target.",
      ),
      "The targets.",
    ),
    stale: list(Type.String(), "Files of earlier builds that no target has now."),
    diagnostics: optional(
      list(diagnostic, "The warnings of lint; left out when nothing was linted."),
    ),
  },
  "What was built.",
);

export type BuildOutput = Static<typeof buildOutput>;

export default [{ name: "build", commands: ["build"], schema: buildOutput }] satisfies JsonOutput[];
