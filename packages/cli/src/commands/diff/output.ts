import { Type, type Static } from "@sinclair/typebox";
import { behaviourSchema } from "../../behaviour/schema.ts";
import * as Json from "../../report/schema.ts";

const { target, kind } = Json.place;

const comparison = {
  state: Json.words(
    ["identical", "equivalent", "different", "absent"],
    "`equivalent` is written differently and does the same; `absent` is not stored at all.",
  ),
  note: Json.optional(Json.storedNote),
  behaviour: Json.optional(behaviourSchema),
  changes: Json.list(Json.change, "The differences."),
};

const notCompared = Json.objects("Policies that were not compared.", "A policy, or a file.", {
  file: Json.text(
    "The file, relative to the working directory; for one of its policies, with `#` and the name of its holder.",
  ),
  reason: Json.text("Why, in a few words."),
});

const diffOutput = Json.object("How the stored policies differ from the local ones.", {
  ...Json.version,
  targets: Json.list(
    Type.Union([
      Json.object("A target that was compared.", {
        target,
        kind,
        ...comparison,
      }),
      Json.object("A target that could not be compared.", { target, kind, error: Json.error }),
    ]),
    "The targets; for `diff <file>`, the policies of the file, with their names in it.",
  ),
  notCompared: Json.optional(notCompared),
});

const filesDiffOutput = Json.object("How two files differ.", {
  ...Json.version,
  before: Json.text("The first file, relative to the working directory."),
  after: Json.text("The second file."),
  ...comparison,
});

const { state: _stateOfTwo, ...compared } = comparison;

const revisionsDiffOutput = Json.object(
  "How the policies of two git revisions differ, or those of a plan from its state.",
  {
    ...Json.version,
    before: Json.text("The first commit; for a plan of Terraform, `state`."),
    after: Json.optional(Json.text("The second commit; without it, the files as they are saved.")),
    policies: Json.list(
      Type.Union([
        Json.object("A policy in a file that differs.", {
          policy: Json.text(
            "Its file, relative to the working directory; of several, with `#` and the name of its holder or a number.",
          ),
          state: Json.words(
            ["identical", "equivalent", "different", "new", "removed"],
            "`equivalent` is written differently and does the same.",
          ),
          ...compared,
        }),
        Json.object("A file that could not be compared.", {
          policy: Json.text("The file."),
          error: Json.error,
        }),
      ]),
      "The policies.",
    ),
    notCompared,
  },
);

export type RevisionsDiffOutput = Static<typeof revisionsDiffOutput>;

export type DiffOutput = Static<typeof diffOutput>;

export type FilesDiffOutput = Static<typeof filesDiffOutput>;

export default [
  Json.output("diff", diffOutput, ["diff", "diff <file>"]),
  Json.output("diff-files", filesDiffOutput, ["diff <before> <after>"]),
  Json.output("diff-revisions", revisionsDiffOutput, ["diff <revision>", "diff state <plan>"]),
];
