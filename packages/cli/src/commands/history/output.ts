import { Type, type Static } from "@sinclair/typebox";
import { nullable } from "@traffic-policy/policy-language/service";
import { commitSchema } from "../../git/checked-out-commit.ts";
import * as Json from "../../report/schema.ts";

const listed = {
  ...Json.place,
  service: Json.text("The base URL of the service."),
  entry: Json.text(
    "When it was overwritten, and its number; `history show` and `rollback --to` accept it.",
  ),
  run: Json.text("When the run that overwrote it started."),
  action: Json.optional(
    Json.words(
      ["deploy", "promote", "rollback", "update", "delete"],
      "What overwrote it; `update` and `delete` are of a single resource.",
    ),
  ),
  user: Json.optional(Json.text("The name of the user who did that, as far as it is known.")),
  host: Json.optional(Json.text("The name of the machine, as far as it is known.")),
  commit: Json.optional(
    Type.Object(commitSchema.properties, {
      additionalProperties: false,
      description:
        "The commit that was checked out; for a saved plan, the one that it was made from. Omitted where there was no git.",
    }),
  ),
  state: Json.words(["enabled", "disabled", "absent"], "Its state until then."),
  file: Json.text("Where it is saved, relative to the working directory."),
};

const historyOutput = Json.object("What targets held before they were overwritten.", {
  ...Json.version,
  entries: Json.objects("The entries, latest first.", "What a target held.", listed),
});

export type HistoryOutput = Static<typeof historyOutput>;

const historyEntryOutput = Json.object("An entry of the history.", {
  ...Json.version,
  ...listed,
  stored: nullable(
    Json.object("What the target held; null for no policy.", {
      enabled: Json.flag("Whether it was applied to traffic."),
      value: Json.text("The text, as the service stored it."),
    }),
  ),
  note: Json.optional(Json.storedNote),
  compared: Json.optional(
    Json.object("How it differs from what replaced it; omitted with `--no-diff`.", {
      with: Json.words(
        ["entry", "service", "nothing"],
        "The next entry of the target, what the service holds now, or nothing.",
      ),
      entry: Json.optional(Json.text("The next entry.")),
      reason: Json.optional(Json.text("Why it is compared with nothing.")),
      state: Json.optional(
        Json.words(["enabled", "disabled", "absent"], "The state of what replaced it."),
      ),
      changes: Json.list(
        Json.change,
        "The differences; `before` is what the entry holds, `after` what replaced it.",
      ),
    }),
  ),
});

export type HistoryEntryOutput = Static<typeof historyEntryOutput>;

export default [
  Json.output("history", historyOutput, ["history", "history list"]),
  Json.output("history-entry", historyEntryOutput, ["history show"]),
];
