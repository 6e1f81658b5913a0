import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const severities = {
  recommended: Json.setSeverity("Its severity in the preset `recommended`."),
  strict: Json.setSeverity("Its severity in the preset `strict`."),
  fix: Json.optional(Json.words(["safe", "unsafe"], "Whether it has fixes, and of which kind.")),
};

const explainOutput = Json.object("The explanation of one lint rule.", {
  ...Json.version,
  name: Json.text("The name of the rule."),
  ...severities,
  docs: Json.object("The content of its page.", {
    what: Json.text("What it finds."),
    wrong: Json.text("A policy in which it finds something."),
    right: Json.text("The same without it."),
    why: Json.text("Why it matters."),
    language: Json.optional(Json.text("The language of the examples, if not JSON.")),
    protocol: Json.optional(
      Json.words(["http", "tcp", "tls"], "The protocol of the examples, if not `http`."),
    ),
    exampleOptions: Json.optional(Json.any("The options that the examples need.")),
    page: Json.optional(Json.text("The page of a custom rule.")),
  }),
  options: Json.optional(
    Type.Object({}, { description: "The JSON Schema of its options, and their defaults." }),
  ),
});

export type ExplainOutput = Static<typeof explainOutput>;

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

const referenceOutput = Json.object(
  "The reference of an action, a variable, a function, an error code or a finding of a site.",
  {
    ...Json.version,
    name: Json.text("What it is about: `rate-limit`."),
    entries: Json.objects(
      "The parts of reference pages about it: one for each dialect that has it.",
      "A part of a page.",
      {
        kind: Json.words(
          ["action", "variable", "function", "error-code", "site-finding"],
          "What it is about.",
        ),
        title: Json.text("The title of the page."),
        page: Json.text("The path of the page."),
        text: Json.text("The part, as Markdown."),
      },
    ),
  },
);

export type ReferenceOutput = Static<typeof referenceOutput>;

export default [
  Json.output("explain", explainOutput, ["explain <rule>"]),
  Json.output("explain-reference", referenceOutput, ["explain <name>"]),
  Json.output("rules", rulesOutput, ["explain"]),
];
