import { Type, type Static } from "@sinclair/typebox";
import { nullable } from "@traffic-policy/policy-language/service";
import { commitSchema } from "../../git/checked-out-commit.ts";
import { behaviourSchema } from "../../behaviour/schema.ts";
import { diagnostic } from "../../lint/diagnostic-schema.ts";
import * as Json from "../../report/schema.ts";
import { openedSchema } from "../../site/answer-json.ts";

const service = Json.optional(Json.text("The service that it is at, where there are several."));

const planned = Json.object("A target that was planned.", {
  ...Json.place,
  service,
  action: Json.words(
    ["create", "change", "enable", "disable", "remove", "unchanged"],
    "What will be done.",
  ),
  state: Json.words(
    ["identical", "equivalent", "different", "absent"],
    "How the stored policy compares with the local one.",
  ),
  note: Json.optional(Json.storedNote),
  checksum: nullable(Json.text("The checksum of what was read; null if there is none.")),
  behaviour: Json.optional(behaviourSchema),
  changes: Json.list(Json.change, "The differences."),
});

const unread = Json.object("A target that could not be planned.", {
  ...Json.place,
  service,
  error: Json.error,
});

const limit = Json.object("A limit because of which `deploy` would refuse the plan.", {
  kind: Json.words(["max-changes", "unreadable", "empty", "disabled", "removed"], "Which limit."),
  target: Json.optional(Json.text("The target that it is about.")),
  message: Json.text("What would happen, in a sentence."),
  help: Json.text("What to do if that is intended."),
});

const planOutput = Json.object(
  "A plan, without the texts of the policies; `--out` saves one with them.",
  {
    ...Json.version,
    service: Json.text("The base URL of the service; of several, with commas between them."),
    environment: Json.optional(Json.text("The environment, if it is one.")),
    environments: Json.optional(
      Json.list(Type.String(), "The environments, if it is not for one as a whole."),
    ),
    promotedFrom: Json.optional(
      Json.text("The environment whose policies are promoted, if `promote` made the plan."),
    ),
    time: Json.text("When it was made: RFC 3339, in UTC."),
    linted: Json.flag("Whether the policies were linted."),
    commit: Json.optional(commitSchema),
    targets: Json.list(Type.Union([planned, unread]), "The targets."),
    site: Json.optional(
      Json.object("With `--site`, what becomes possible.", {
        opened: openedSchema,
        notLookedAt: Json.objects(
          "The changed targets of which it is not known what they open.",
          "A target.",
          {
            name: Json.text("Its name."),
            reason: Json.text("Why, in a few words behind its name."),
          },
        ),
      }),
    ),
    exceeded: Json.list(limit, "The limits that the plan exceeds."),
    diagnostics: Json.optional(
      Json.list(diagnostic, "The warnings of lint; omitted if nothing was linted."),
    ),
  },
);

export type PlanOutput = Static<typeof planOutput>;

export default [Json.output("plan", planOutput)];
