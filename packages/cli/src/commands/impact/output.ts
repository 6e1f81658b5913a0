import type { Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const outcomes = ["forwarded", "denied", "redirected", "answered", "failed", "unknown"] as const;

export const outcome = {
  outcome: Json.words(
    outcomes,
    "`denied` is an answer of 400 or more, or a closed connection; `unknown` is what the log does not tell.",
  ),
  status: Json.optional(Json.whole("The status that the client gets from the policy.")),
};

const way = (description: string) =>
  Json.object(description, {
    ...outcome,
    rule: Json.optional(Json.pointer),
    name: Json.optional(Json.text("The name of the rule because of which it ends.")),
  });

export const reasons = Json.objects("Why something is not known.", "A reason.", {
  kind: Json.words(
    ["missing", "action", "untranslated"],
    "The log does not tell it, only the service knows it, or there is no SQL for it.",
  ),
  what: Json.text("The variable, the action or the condition."),
  count: Json.whole("For how many requests; one can have several reasons."),
});

const impactOutput = Json.object("What a change would have done to recorded traffic.", {
  ...Json.version,
  before: Json.text("The policy before."),
  after: Json.text("The policy after."),
  rows: Json.whole("The rows of the log."),
  skipped: Json.whole("Rows that could not be read."),
  skippedLines: Json.objects("Some of them, with --show-skipped.", "One.", {
    file: Json.optional(Json.text("The file that it is in.")),
    line: Json.optional(Json.whole("Its line there, from 1.")),
    reason: Json.text("Why it is skipped, as a sentence."),
    text: Json.text("How it begins."),
  }),
  notAsked: Json.whole("Rows for which --where does not hold."),
  perhapsAsked: Json.whole("Rows of which is not known whether --where holds."),
  seen: Json.whole("Requests, or connections, that are asked about: all other rows."),
  evaluated: Json.whole("Those of which is known whether something changes."),
  changed: Json.whole("Those for which something changes for the client."),
  newlyDenied: Json.whole("Those that are denied, or fail, and were not before."),
  newlyForwarded: Json.whole("Those that reach the upstream, and did not before."),
  unknown: Json.whole("Those of which is not known whether something changes."),
  byEngine: Json.whole("Those that the engine decided, because SQL could not."),
  sameBeside: Json.flag(
    "Whether both certainly do the same to headers, URLs, logs and counters; what differs there is not counted.",
  ),
  passages: Json.objects("From how they ended to how they end, the most frequent first.", "One.", {
    before: way("How they ended."),
    after: way("How they end."),
    count: Json.whole("How many."),
    isChanged: Json.optional(
      Json.flag("Whether the client sees something else; left out when unknown."),
    ),
    examples: Json.list(
      Json.any("An exchange as in a case file, without secrets."),
      "Some of them, each tried in the engine.",
    ),
  }),
  reasons,
  rules: Json.object("How often rules matched.", {
    before: rules("Of the policy before."),
    after: rules("Of the policy after."),
  }),
  dimensions: Json.objects("Where something changes.", "A dimension.", {
    dimension: Json.words(["day", "host", "path", "country", "network"], "What is told apart."),
    values: Json.whole("How many values there are with a change."),
    rows: Json.objects("Those with the most changes.", "A value.", {
      value: Json.text("The value; identifiers in paths are `{id}`."),
      changed: Json.whole("Changed requests."),
      newlyDenied: Json.whole("Those that are newly denied."),
      newlyForwarded: Json.whole("Those that are newly forwarded."),
    }),
  }),
  passed: Json.list(Json.text("A limit."), "The limits of --fail-if that were passed."),
});

export function rules(description: string) {
  return Json.objects(description, "A rule.", {
    path: Json.pointer,
    name: Json.optional(Json.text("Its name.")),
    count: Json.whole("The requests that it certainly matched."),
    unknown: Json.whole("The requests of which that is not known."),
  });
}

export type ImpactOutput = Static<typeof impactOutput>;

const siteImpactOutput = Json.object("The ways of recorded requests through a site.", {
  ...Json.version,
  rows: impactOutput.properties.rows,
  skipped: impactOutput.properties.skipped,
  skippedLines: impactOutput.properties.skippedLines,
  seen: Json.whole("Requests: all other rows."),
  unknown: Json.whole("Those of which the way is not known."),
  elsewhere: Json.whole("Those for a host that no endpoint has."),
  ways: Json.objects("The ways, the most frequent first.", "One.", {
    endpoints: Json.list(
      Json.text("A URL."),
      "The URLs of the endpoints on it; only the first where the rest is not known.",
    ),
    outcome: Json.words(
      outcomes,
      "`forwarded` reaches a server; `denied` is an answer of 400 or more, or a closed connection.",
    ),
    status: Json.optional(Json.whole("The status that the client gets from a policy.")),
    servers: Json.list(
      Json.text("A server."),
      "The server that it reaches, as its file writes it; several behind a pool.",
    ),
    error: Json.optional(Json.text("Why one of those that fail does, as a sentence.")),
    count: Json.whole("How many."),
  }),
  hosts: Json.objects(
    "Hosts that no endpoint has, the most frequent first; 1000 at most.",
    "One.",
    {
      host: Json.text("The host."),
      count: Json.whole("How many requests are for it."),
    },
  ),
  idle: Json.list(Json.text("A URL."), "The endpoints that no request is known to come to."),
  reasons,
});

export type SiteImpactOutput = Static<typeof siteImpactOutput>;

export default [
  Json.output("impact", impactOutput),
  Json.output("site-impact", siteImpactOutput, ["impact --site"]),
];
