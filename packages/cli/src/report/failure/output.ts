import type { Static } from "@sinclair/typebox";
import * as Json from "../schema.ts";

const failureOutput = Json.object(
  "Why a command could not do its job, where it prints nothing else.",
  {
    ...Json.version,
    error: Json.object("What is wrong.", {
      message: Json.text("A sentence."),
      help: Json.optional(Json.text("What to do.")),
    }),
  },
);

export type FailureOutput = Static<typeof failureOutput>;

export default [Json.output("failure", failureOutput, ["any command with exit status 2"])];
