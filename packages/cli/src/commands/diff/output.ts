import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const { target, kind } = Json.place;

const diffOutput = Json.object(
  {
    ...Json.version,
    targets: Json.list(
      Type.Union([
        Json.object(
          {
            target,
            kind,
            state: Json.words(
              ["identical", "equivalent", "different", "absent"],
              "`equivalent` is written differently and does the same; `absent` is not stored at all.",
            ),
            note: Json.optional(Json.storedNote),
            changes: Json.list(Json.change, "The differences."),
          },
          "A target that was compared.",
        ),
        Json.object({ target, kind, error: Json.error }, "A target that could not be compared."),
      ]),
      "The targets.",
    ),
  },
  "How the stored policies differ from the local ones.",
);

export type DiffOutput = Static<typeof diffOutput>;

export default [Json.output("diff", diffOutput)];
