import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";
import { severities } from "../rules/output.ts";

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

export default [Json.output("explain", explainOutput)];
