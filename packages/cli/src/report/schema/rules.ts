import { Type } from "@sinclair/typebox";
import { flag, json, list, object, optional, setSeverity, text, version, words } from "./parts.ts";

const severities = {
  recommended: setSeverity("Its severity in the preset `recommended`."),
  strict: setSeverity("Its severity in the preset `strict`."),
  fix: optional(words(["safe", "unsafe"], "Whether it has fixes, and of which kind.")),
};

/** What `rules --format json` prints. */
export const rulesOutput = object(
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

/** What `explain --format json` prints. */
export const explainOutput = object(
  {
    ...version,
    name: text("The name of the rule."),
    ...severities,
    docs: object(
      {
        what: text("What it finds."),
        wrong: text("A policy in which it finds something."),
        right: text("The same without it."),
        why: text("Why it matters."),
        language: optional(text("What the examples are written in, when it is not JSON.")),
        protocol: optional(
          words(["http", "tcp", "tls"], "What the examples are for, when it is not `http`."),
        ),
        exampleOptions: optional(json("The options that the examples need.")),
        url: optional(text("Where the page of a rule of your own is.")),
      },
      "What its page says.",
    ),
    options: optional(
      Type.Object({}, { description: "The JSON Schema of its options, and their defaults." }),
    ),
  },
  "What one lint rule is for.",
);
