import { Type, type Static } from "@sinclair/typebox";
import {
  flag,
  list,
  object,
  optional,
  text,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

/** What `init --format json` prints. */
const initOutput = object(
  {
    ...version,
    dryRun: flag("Whether nothing was written."),
    files: list(
      object(
        {
          path: text("The file, relative to the project's folder."),
          what: words(
            ["write", "add", "keep", "skip"],
            "It is new, something is added, it has all that is needed, or it is left although something is missing.",
          ),
          why: optional(text("Why, or what is added.")),
        },
        "A file.",
      ),
      "The files of the project.",
    ),
    next: list(Type.String(), "What is left to do: lines for a shell, or sentences."),
  },
  "What became of each file of the project.",
);

/** What becomes of one file. */
export type FileOutput = Readonly<InitOutput["files"][number]>;

export type InitOutput = Static<typeof initOutput>;

export default [{ name: "init", commands: ["init"], schema: initOutput }] satisfies JsonOutput[];
