import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";
import { severities } from "../rules/output.ts";

/** What `explain --format json` prints. */
const explainOutput = Json.object(
  {
    ...Json.version,
    name: Json.text("The name of the rule."),
    ...severities,
    docs: Json.object(
      {
        what: Json.text("What it finds."),
        wrong: Json.text("A policy in which it finds something."),
        right: Json.text("The same without it."),
        why: Json.text("Why it matters."),
        language: Json.optional(
          Json.text("What the examples are written in, when it is not JSON."),
        ),
        protocol: Json.optional(
          Json.words(["http", "tcp", "tls"], "What the examples are for, when it is not `http`."),
        ),
        exampleOptions: Json.optional(Json.any("The options that the examples need.")),
        page: Json.optional(Json.text("Where the page of a rule of your own is.")),
      },
      "What its page says.",
    ),
    options: Json.optional(
      Type.Object({}, { description: "The JSON Schema of its options, and their defaults." }),
    ),
  },
  "What one lint rule is for.",
);

export type ExplainOutput = Static<typeof explainOutput>;

export default [Json.output("explain", explainOutput)];
