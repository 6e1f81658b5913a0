import { Type, type Static } from "@sinclair/typebox";
import {
  json,
  object,
  optional,
  text,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";
import { severities } from "../rules/output.ts";

/** What `explain --format json` prints. */
const explainOutput = object(
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
        page: optional(text("Where the page of a rule of your own is.")),
      },
      "What its page says.",
    ),
    options: optional(
      Type.Object({}, { description: "The JSON Schema of its options, and their defaults." }),
    ),
  },
  "What one lint rule is for.",
);

export type ExplainOutput = Static<typeof explainOutput>;

export default [
  { name: "explain", commands: ["explain"], schema: explainOutput },
] satisfies JsonOutput[];
