import type { Static } from "@sinclair/typebox";
import { list, object, place, text, version, words, type JsonOutput } from "../../report/schema.ts";

/** What `history --format json` prints. */
const historyOutput = object(
  {
    ...version,
    entries: list(
      object(
        {
          ...place,
          service: text("The base URL of the service."),
          entry: text("When it was overwritten, and its number; `rollback --to` takes it."),
          run: text("When the run began that overwrote it."),
          state: words(["enabled", "disabled", "absent"], "What it was until then."),
          file: text("Where it is kept, relative to the working directory."),
        },
        "What a target held.",
      ),
      "What is kept, the latest first.",
    ),
  },
  "What targets held before they were written to.",
);

export type HistoryOutput = Static<typeof historyOutput>;

export default [
  { name: "history", commands: ["history"], schema: historyOutput },
] satisfies JsonOutput[];
