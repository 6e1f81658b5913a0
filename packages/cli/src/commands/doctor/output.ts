import type { Static } from "@sinclair/typebox";
import {
  list,
  object,
  optional,
  text,
  version,
  whole,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

/** What `doctor --format json` prints. */
const doctorOutput = object(
  {
    ...version,
    summary: object(
      { problem: whole("Problems."), warning: whole("Warnings.") },
      "How many there are.",
    ),
    checks: list(
      object(
        {
          name: text("What was looked at: `connection`."),
          state: words(
            ["ok", "warning", "problem", "skipped"],
            "`skipped` when it could not be looked at, because of something else.",
          ),
          reason: optional(text("Which of several things is wrong: `tls`.")),
          message: text("One sentence."),
          help: optional(text("What to do.")),
        },
        "A check.",
      ),
      "The checks.",
    ),
  },
  "Whether everything that the commands need is in order.",
);

/** What one check found. */
export type Check = DoctorOutput["checks"][number];

export type DoctorOutput = Static<typeof doctorOutput>;

export default [
  { name: "doctor", commands: ["doctor"], schema: doctorOutput },
] satisfies JsonOutput[];
