import { Type } from "@sinclair/typebox";
import * as Json from "../report/schema.ts";

const edit = Type.Union(
  [
    Json.object("A part of a string.", {
      path: Json.pointer,
      span: Json.span,
      text: Json.text("The new text of this part."),
    }),
    Json.object("Another value.", { path: Json.pointer, value: Json.any("The new value.") }),
    Json.object("More items of a list.", {
      path: Json.pointer,
      items: Json.list(Json.any("An item."), "What comes behind the last one."),
    }),
    Json.object("Another key.", { path: Json.pointer, key: Json.text("The new key.") }),
    Json.object("A removal.", { path: Json.pointer, remove: Type.Literal(true) }),
    Json.object("A part of a file that cannot be read before.", {
      path: Json.pointer,
      source: Json.span,
      text: Json.text("The new text of this part of the file."),
    }),
  ],
  { description: "One change of the policy document." },
);

const fix = Json.object("A change that fixes it.", {
  title: Json.text("What it does, in a few words."),
  safe: Json.flag("Whether the policy certainly does the same, apart from the problem."),
  edits: Json.list(edit, "The changes that it is made of."),
});

const related = Json.object("A place that is related to the finding.", {
  message: Json.text("How it relates to the finding."),
  path: Json.pointer,
  location: Json.optional(Json.range),
});

export const finding = {
  rule: Json.text("The rule that found it: `expression/syntax`."),
  message: Json.text("What is wrong, in a sentence."),
  path: Json.pointer,
  location: Json.optional(Json.range),
};

const witness = Json.object("An exchange that shows what the finding says. It was simulated.", {
  message: Json.text("A sentence, with the exchange in a few words."),
  exchange: Json.any("The exchange, as in a case file."),
  options: Json.optional(
    Json.any("The answers to open questions that it takes, when they are not the usual ones."),
  ),
});

export const diagnostic = Json.object("One finding.", {
  rule: finding.rule,
  severity: Json.severity("The severity."),
  message: finding.message,
  help: Json.optional(Json.text("What to do.")),
  path: finding.path,
  span: Json.optional(Json.span),
  location: finding.location,
  holder: Json.optional(
    Json.text(
      "The name of the policy among those that the file holds: `NgrokTrafficPolicy/office`.",
    ),
  ),
  related: Json.optional(Json.list(related, "Related places.")),
  witness: Json.optional(witness),
  fix: Json.optional(fix),
  environments: Json.optional(
    Json.list(Type.String(), "The environments that it is for, where it is not for all of them."),
  ),
  docs: Json.optional(
    Json.text("The rule's page in the documentation; a custom rule may have none."),
  ),
});
