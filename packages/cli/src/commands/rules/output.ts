import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

export const severities = {
  recommended: Json.setSeverity("Its severity in the preset `recommended`."),
  strict: Json.setSeverity("Its severity in the preset `strict`."),
  fix: Json.optional(Json.words(["safe", "unsafe"], "Whether it has fixes, and of which kind.")),
};

const rulesOutput = Json.object("The lint rules.", {
  ...Json.version,
  rules: Json.objects("All rules.", "A rule.", {
    name: Json.text("The name of the rule: `expression/syntax`."),
    ...severities,
    what: Json.text("What it finds."),
    custom: Json.flag("Whether it is a custom rule of the configuration."),
  }),
});

export type RulesOutput = Static<typeof rulesOutput>;

export default [Json.output("rules", rulesOutput)];
