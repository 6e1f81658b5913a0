import { Type, type Static } from "@sinclair/typebox";
import { diagnostic } from "../../lint/diagnostic-schema.ts";
import * as Json from "../../report/schema.ts";

const outcome = Json.words(
  ["written", "unchanged", "different"],
  "Whether it was written, was there already, or would have to be written (`--check`).",
);

const diff = Json.optional(Json.text("With `--check`, the change of the file, as a patch."));

const buildOutput = Json.object("What was built.", {
  ...Json.version,
  targets: Json.objects("The targets.", "A target.", {
    target: Json.place.target,
    kind: Json.words(
      ["tcp-edge", "https-route", "cloud-endpoint", "policy-file"],
      "The kind of target.",
    ),
    file: Json.text(
      "The file with the policy, relative to the working directory, with the name of a holder after `#`.",
    ),
    enabled: Json.flag("Whether the policy would be enabled."),
    outcome,
    diff,
  }),
  stale: Json.list(Type.String(), "Files of earlier builds that no target has now."),
  diagnostics: Json.optional(
    Json.list(diagnostic, "The warnings of lint; omitted if nothing was linted."),
  ),
});

export type BuildOutput = Static<typeof buildOutput>;

const buildIntoOutput = Json.object("What was put into a file.", {
  ...Json.version,
  policy: Json.text("The file of the policy, relative to the working directory."),
  into: Json.text("Its place: a file, with the name of a holder after `#`."),
  outcome,
  diff,
});

export type BuildIntoOutput = Static<typeof buildIntoOutput>;

export default [
  Json.output("build", buildOutput),
  Json.output("build-into", buildIntoOutput, ["build"]),
];
