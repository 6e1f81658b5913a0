import { dependsOnSchema } from "../proving/open-answers.ts";
import * as Json from "../report/schema.ts";

export const behaviourSchema = Json.object("Whether both policies do the same to every exchange.", {
  verdict: Json.words(
    ["same", "different", "unknown"],
    "`same` is proved for every exchange; each difference was seen.",
  ),
  groups: Json.objects("The exchanges to which they do not do the same.", "A group of exchanges.", {
    which: Json.text("Which exchanges, in words; or the condition, where it tells them."),
    condition: Json.text("Conditions of the policies, in CEL, that all of them satisfy."),
    exchange: Json.any("One of them, as in a case file."),
    times: Json.whole("How often it takes place, because of a limit; the last one counts."),
    before: Json.any(
      "What the stored policy does to it, or the first file: an outcome as in `simulate`.",
    ),
    after: Json.any("The same for the local policy, or the second file."),
    differences: Json.objects("The differences of both outcomes.", "A difference.", {
      what: Json.text("Of what, in words."),
      before: Json.any("As JSON; null for nothing."),
      after: Json.any("As JSON; null for nothing."),
    }),
    dependsOn: dependsOnSchema,
  }),
  unknown: Json.objects(
    "Where it is not known whether they do the same.",
    "A part of what policies do.",
    { what: Json.text("Which part, in words."), reason: Json.text("Why, in a sentence.") },
  ),
  dependsOn: dependsOnSchema,
});
