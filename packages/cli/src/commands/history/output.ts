import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const historyOutput = Json.object("What targets held before they were overwritten.", {
  ...Json.version,
  entries: Json.objects("The entries, latest first.", "What a target held.", {
    ...Json.place,
    service: Json.text("The base URL of the service."),
    entry: Json.text("When it was overwritten, and its number; `rollback --to` accepts it."),
    run: Json.text("When the run that overwrote it started."),
    state: Json.words(["enabled", "disabled", "absent"], "Its state until then."),
    file: Json.text("Where it is saved, relative to the working directory."),
  }),
});

export type HistoryOutput = Static<typeof historyOutput>;

export default [Json.output("history", historyOutput)];
