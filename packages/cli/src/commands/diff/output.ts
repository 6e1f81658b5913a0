import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const { target, kind } = Json.place;

const diffOutput = Json.object("How the stored policies differ from the local ones.", {
  ...Json.version,
  targets: Json.list(
    Type.Union([
      Json.object("A target that was compared.", {
        target,
        kind,
        state: Json.words(
          ["identical", "equivalent", "different", "absent"],
          "`equivalent` is written differently and does the same; `absent` is not stored at all.",
        ),
        note: Json.optional(Json.storedNote),
        changes: Json.list(Json.change, "The differences."),
      }),
      Json.object("A target that could not be compared.", { target, kind, error: Json.error }),
    ]),
    "The targets.",
  ),
});

export type DiffOutput = Static<typeof diffOutput>;

export default [Json.output("diff", diffOutput)];
