import { Type, type Static } from "@sinclair/typebox";
import { nullable } from "@traffic-policy/policy-language/service";
import { diagnostic } from "../lint/output.ts";
import {
  change,
  error,
  flag,
  list,
  object,
  optional,
  place,
  storedNote,
  text,
  version,
  words,
  type JsonOutput,
} from "../../report/schema.ts";

const planned = object(
  {
    ...place,
    action: words(
      ["create", "change", "enable", "disable", "remove", "unchanged"],
      "What is to be done.",
    ),
    state: words(
      ["identical", "equivalent", "different", "absent"],
      "How what is stored compares with what is here.",
    ),
    note: optional(storedNote),
    checksum: nullable(text("Of what was read; null when the service stores nothing.")),
    changes: list(change, "The differences."),
  },
  "A target that was planned.",
);

const unread = object({ ...place, error }, "A target that could not be planned.");

const limit = object(
  {
    kind: words(["max-changes", "unreadable", "empty", "disabled", "removed"], "Which limit."),
    target: optional(text("The target that it is about.")),
    message: text("What would happen, in a sentence."),
    help: text("What to do if that is meant."),
  },
  "A limit that `deploy` would refuse the plan for.",
);

/** What `plan --format json` prints. */
const planOutput = object(
  {
    ...version,
    service: text("The base URL of the service."),
    time: text("When it was made: RFC 3339, in UTC."),
    linted: flag("Whether the policies were linted."),
    targets: list(Type.Union([planned, unread]), "The targets."),
    exceeded: list(limit, "The limits that the plan exceeds."),
    diagnostics: optional(
      list(diagnostic, "The warnings of lint; left out when nothing was linted."),
    ),
  },
  "A plan, without the texts of the policies; `--out` saves one with them.",
);

export type PlanOutput = Static<typeof planOutput>;

export default [{ name: "plan", commands: ["plan"], schema: planOutput }] satisfies JsonOutput[];
