import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

/** What `doctor --format json` prints. */
const doctorOutput = Json.object(
  {
    ...Json.version,
    summary: Json.object(
      { problem: Json.whole("Problems."), warning: Json.whole("Warnings.") },
      "How many there are.",
    ),
    checks: Json.list(
      Json.object(
        {
          name: Json.text("What was looked at: `connection`."),
          state: Json.words(
            ["ok", "warning", "problem", "skipped"],
            "`skipped` when it could not be looked at, because of something else.",
          ),
          reason: Json.optional(Json.text("Which of several things is wrong: `tls`.")),
          message: Json.text("One sentence."),
          help: Json.optional(Json.text("What to do.")),
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

export default [Json.output("doctor", doctorOutput)];
