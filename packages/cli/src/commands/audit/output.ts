import { Type, type Static } from "@sinclair/typebox";
import { diagnostic } from "../../lint/diagnostic-schema.ts";
import * as Json from "../../report/schema.ts";
import { answerSchema, openedSchema } from "../../site/answer-json.ts";

const endpoint = Json.object("An endpoint.", {
  name: Json.text("Its name, which no other endpoint of the site has."),
  url: Json.text("Its URL; the port is omitted where it is the usual one."),
  binding: Json.words(["public", "internal", "kubernetes"], "Who reaches it."),
  kind: Json.words(["cloud", "agent"], "Whether it lives at the service or with an agent."),
  isPooled: Json.flag("Whether it shares its URL with others that say the same."),
  upstream: Json.optional(Json.text("The server behind an agent endpoint, as it is written.")),
  policy: Json.optional(
    Json.text("Its policy: a file, or a policy in one; omitted where it has none."),
  ),
  unread: Json.optional(Json.text("Where its policy is, if it is not known.")),
  forwardsTo: Json.list(
    Type.String(),
    "The URLs that its policy forwards to, with `*` in the place of what is not known.",
  ),
  location: Json.optional(Json.range),
});

const siteOutput = Json.object("A site, and what is wrong with it.", {
  ...Json.version,
  endpoints: Json.list(endpoint, "The endpoints."),
  ways: Json.objects("What reaches which server.", "The ways from an endpoint to a server.", {
    from: Json.text("The name of the endpoint that clients reach."),
    to: Json.text("The name of the endpoint with the server."),
    reached: answerSchema,
    checks: Json.objects("The checks on these ways.", "A type of check.", {
      type: Json.text("The type of the action."),
      without: answerSchema,
    }),
    unchecked: answerSchema,
  }),
  forbidden: Json.objects("What `--forbid` says.", "Something that no exchange may do.", {
    text: Json.text("As it was written."),
    to: Json.text("The name of the endpoint that it is about."),
    result: Json.words(["found", "none", "unknown"], "`none` if it is proved."),
    answers: Json.objects("For each endpoint with a way there.", "An answer.", {
      from: Json.text("The name of the endpoint that clients reach."),
      answer: answerSchema,
    }),
    others: Json.optional(Json.text("Why something that was left out may do it.")),
  }),
  since: Json.optional(
    Json.object("With `--since`, what is newly possible.", {
      revision: Json.text("The revision that it is compared with."),
      opened: openedSchema,
      unread: Json.whole("How many endpoints were left out, so that nothing is proved of them."),
      notChecked: Json.list(Json.notChecked, "What was not known of the revision."),
    }),
  ),
  summary: Json.object("How many findings there are of each severity.", {
    error: Json.whole("Errors."),
    warning: Json.whole("Warnings."),
    info: Json.whole("Findings of the severity info."),
  }),
  diagnostics: Json.list(diagnostic, "The findings."),
  failures: Json.objects("Files and policies that could not be read.", "One of them.", {
    file: Json.text("The file, relative to the working directory."),
    message: Json.text("Why, in a sentence."),
    help: Json.optional(Json.text("What to do.")),
  }),
  notChecked: Json.list(
    Json.notChecked,
    "Files, endpoints and policies that are not in the site, or not wholly.",
  ),
});

export type SiteOutput = Static<typeof siteOutput>;

export default [Json.output("site", siteOutput, ["audit --site"])];
