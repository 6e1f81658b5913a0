import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const diff = Json.optional(Json.text("In a dry run: what would change, as a unified diff."));
const file = Json.text("The file, relative to the working directory.");

const pullOutput = Json.object("The outcome for each file.", {
  ...Json.version,
  dryRun: Json.optional(Type.Literal(true, { description: "Present if nothing was written." })),
  targets: Json.objects("The targets.", "A target.", {
    ...Json.place,
    file,
    outcome: Json.words(
      ["written", "unchanged", "absent", "refused", "failed", "skipped"],
      "The outcome; in a dry run, the expected one.",
    ),
    note: Json.optional(Json.text("What is left to do by hand.")),
    error: Json.optional(Json.error),
    behaviour: Json.optional(
      Json.words(
        ["same", "different"],
        "Whether what is stored does the same to every exchange as what the file holds, where that is known.",
      ),
    ),
    diff,
  }),
  configuration: Json.optional(
    Json.object("The configuration that `--all` writes.", { file, diff }),
  ),
  withoutPolicy: Json.optional(
    Json.list(Type.String(), "With `--all`: the identifiers of the edges that hold no policy."),
  ),
});

export type PullOutput = Static<typeof pullOutput>;

const pulledSiteOutput = Json.object("The endpoints that were written.", {
  ...Json.version,
  file,
  endpoints: Json.whole("How many there are."),
  withoutPolicy: Json.whole("Of how many the service does not tell the policy."),
  isChanged: Json.flag("Whether the file differed; in a dry run, it still does."),
});

export type PulledSiteOutput = Static<typeof pulledSiteOutput>;

export default [
  Json.output("pull", pullOutput),
  Json.output("pull-site", pulledSiteOutput, ["pull --site"]),
];
