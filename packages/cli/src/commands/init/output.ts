import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const initOutput = Json.object("The outcome for each file of the project.", {
  ...Json.version,
  dryRun: Json.flag("Whether nothing was written."),
  files: Json.objects("The files of the project.", "A file.", {
    path: Json.text("The file, relative to the project's folder."),
    what: Json.words(
      ["write", "add", "keep", "skip"],
      "It is new, it is extended, it is complete, or it is left as it is although something is missing.",
    ),
    why: Json.optional(Json.text("Why, or what is added.")),
  }),
  next: Json.list(Type.String(), "What is left to do: shell commands or sentences."),
});

export type FileOutput = Readonly<InitOutput["files"][number]>;

export type InitOutput = Static<typeof initOutput>;

export default [Json.output("init", initOutput)];
