import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const doctorOutput = Json.object(
  "Whether the configuration, the key and the service are in order.",
  {
    ...Json.version,
    summary: Json.object("The number of checks in each state.", {
      problem: Json.whole("Problems."),
      warning: Json.whole("Warnings."),
    }),
    checks: Json.objects("The checks.", "A check.", {
      name: Json.text("What was checked: `connection`."),
      project: Json.optional(
        Json.text("The folder of the project that it is about, in the root of a workspace."),
      ),
      environment: Json.optional(
        Json.text("The environment that it is about, if the configuration has some."),
      ),
      service: Json.optional(Json.text("Which of the `services` it is about.")),
      state: Json.words(
        ["ok", "warning", "problem", "skipped"],
        "`skipped` if it could not be checked because of another problem.",
      ),
      reason: Json.optional(Json.text("The kind of problem, if there are several: `tls`.")),
      message: Json.text("One sentence."),
      help: Json.optional(Json.text("What to do.")),
    }),
  },
);

export type Check = DoctorOutput["checks"][number];

export type DoctorOutput = Static<typeof doctorOutput>;

export default [Json.output("doctor", doctorOutput)];
