import type { Static } from "@sinclair/typebox";
import {
  flag,
  list,
  object,
  optional,
  setSeverity,
  text,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

export const severities = {
  recommended: setSeverity("Its severity in the preset `recommended`."),
  strict: setSeverity("Its severity in the preset `strict`."),
  fix: optional(words(["safe", "unsafe"], "Whether it has fixes, and of which kind.")),
};

/** What `rules --format json` prints. */
const rulesOutput = object(
  {
    ...version,
    rules: list(
      object(
        {
          name: text("The name of the rule: `expression/syntax`."),
          ...severities,
          what: text("What it finds."),
          custom: flag("Whether it is a rule of the configuration's own."),
        },
        "A rule.",
      ),
      "All rules that are known here.",
    ),
  },
  "The lint rules.",
);

export type RulesOutput = Static<typeof rulesOutput>;

export default [{ name: "rules", commands: ["rules"], schema: rulesOutput }] satisfies JsonOutput[];
