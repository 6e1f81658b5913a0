import { Type, type Static } from "@sinclair/typebox";
import type { Opened, SiteAnswer } from "@traffic-policy/policy-proof";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { answerJson as openAnswerJson, dependsOnSchema } from "../proving/open-answers.ts";
import * as Json from "../report/schema.ts";

export const answerSchema = Json.object("Whether some exchange does it.", {
  kind: Json.words(
    ["found", "none", "unknown"],
    "`found` with an exchange that was tried; `none` if it is proved that none does.",
  ),
  dependsOn: Json.optional(dependsOnSchema),
  reason: Json.optional(Json.text("Why it is unknown.")),
  exchange: Json.optional(Json.any("The exchange, as `simulate --exchange` takes it.")),
  by: Json.optional(
    Json.list(Type.String(), "The names of the endpoints on its way, the first one included."),
  ),
  offline: Json.optional(
    Json.list(Type.String(), "The names of the endpoints that cannot be reached meanwhile."),
  ),
  passed: Json.optional(
    Json.list(Type.String(), "The types of checks that are taken to let it pass."),
  ),
});

export const openedSchema = Json.objects("The ways that were opened, or may be.", "A way.", {
  from: Json.text("The name of the endpoint that clients reach."),
  to: Json.optional(
    Json.text(
      "The name of the endpoint with the server, or its URL if it is outside of the site; omitted if it is not known.",
    ),
  ),
  isUnchecked: Json.flag(
    "Whether it is only new that the server is reached without any check of who comes.",
  ),
  answer: answerSchema,
});

export function openedJson(ways: readonly Opened[]): Static<typeof openedSchema> {
  return ways.map(({ from, to, isUnchecked, answer }) => ({
    from: from.name,
    to: to?.name,
    isUnchecked,
    answer: answerJson(answer),
  }));
}

export function answerJson(answer: SiteAnswer): Static<typeof answerSchema> {
  switch (answer.kind) {
    case "none":
      return { kind: "none", dependsOn: answer.dependsOn.map(openAnswerJson) };
    case "unknown":
      return { kind: "unknown", reason: answer.reason };
    case "found": {
      const { exchange, outcome, taken } = answer.result;
      return {
        kind: "found",
        exchange: new SecretMask().example(exchange),
        by: outcome.hops.map(({ endpoint }) => endpoint.name),
        offline: [...taken.offline],
        passed: [...taken.passed],
      };
    }
  }
}
