import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

/** What `history --format json` prints. */
const historyOutput = Json.object(
  {
    ...Json.version,
    entries: Json.list(
      Json.object(
        {
          ...Json.place,
          service: Json.text("The base URL of the service."),
          entry: Json.text("When it was overwritten, and its number; `rollback --to` takes it."),
          run: Json.text("When the run began that overwrote it."),
          state: Json.words(["enabled", "disabled", "absent"], "What it was until then."),
          file: Json.text("Where it is kept, relative to the working directory."),
        },
        "What a target held.",
      ),
      "What is kept, the latest first.",
    ),
  },
  "What targets held before they were written to.",
);

export type HistoryOutput = Static<typeof historyOutput>;

export default [Json.output("history", historyOutput)];
