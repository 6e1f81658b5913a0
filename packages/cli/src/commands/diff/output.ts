import { Type, type Static } from "@sinclair/typebox";
import {
  change,
  error,
  list,
  object,
  optional,
  place,
  storedNote,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

const { target, kind } = place;

/** What `diff --format json` prints. */
const diffOutput = object(
  {
    ...version,
    targets: list(
      Type.Union([
        object(
          {
            target,
            kind,
            state: words(
              ["identical", "equivalent", "different", "absent"],
              "`equivalent` is written differently and does the same; `absent` is not stored at all.",
            ),
            note: optional(storedNote),
            changes: list(change, "The differences."),
          },
          "A target that was compared.",
        ),
        object({ target, kind, error }, "A target that could not be compared."),
      ]),
      "The targets.",
    ),
  },
  "How what is stored differs from what is here.",
);

export type DiffOutput = Static<typeof diffOutput>;

export default [{ name: "diff", commands: ["diff"], schema: diffOutput }] satisfies JsonOutput[];
