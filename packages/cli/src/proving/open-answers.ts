import type { Static } from "@sinclair/typebox";
import type { OpenAnswer } from "@traffic-policy/policy-proof";
import { otherAnswersText } from "@traffic-policy/policy-proof/report";
import * as Json from "../report/schema.ts";

const answerSchema = Json.object("An answer.", {
  option: Json.text("The name of the option."),
  value: Json.any("The answer."),
});

export const dependsOnSchema = Json.list(
  answerSchema,
  "Other answers to open questions about the service with which it would not be so.",
);

export function answerJson({ question, answer }: OpenAnswer): Static<typeof answerSchema> {
  return { option: question, value: answer };
}

export const listedBySimulate = "(see simulate --options)";

/** Says with which other answers something is not proved. */
export function notProvedNotes(dependsOn: readonly OpenAnswer[]): readonly string[] {
  return dependsOn.length === 0
    ? []
    : [otherAnswersText(dependsOn, "it is not proved", listedBySimulate)];
}
