import { Type, type Static } from "@sinclair/typebox";
import { behaviourSchema } from "../../behaviour/schema.ts";
import * as Json from "../../report/schema.ts";

const migrateOutput = Json.object("Policies that were written in phases.", {
  ...Json.version,
  policies: Json.objects("The policies, in the order of the arguments.", "A policy.", {
    policy: Json.text("The file, or the target."),
    state: Json.words(
      ["migrated", "unchanged", "refused"],
      "`unchanged` is in phases already; of what is `refused`, nothing is written.",
    ),
    file: Json.optional(Json.text("The file that was written.")),
    modules: Json.optional(
      Json.list(Type.String(), "Modules that it imports, and that change with it."),
    ),
    document: Json.optional(Json.any("The policy document in phases.")),
    notes: Json.objects("What became of its parts.", "A part.", {
      kind: Json.words(
        ["changed", "moved", "left", "refused"],
        "What is `left` is as it was, for somebody to look at; what is `refused` has no counterpart.",
      ),
      path: Json.text("JSON Pointer into the document before; empty for what is said of its code."),
      message: Json.text("What is so, in a sentence."),
      help: Json.optional(Json.text("What to do.")),
      location: Json.optional(Json.any("Where it is in the file: `file`, `start` and `end`.")),
    }),
    behaviour: Json.optional(behaviourSchema),
  }),
});

export type MigrateOutput = Static<typeof migrateOutput>;

export default [Json.output("migrate", migrateOutput)];
