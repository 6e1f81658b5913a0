import type { Static } from "@sinclair/typebox";
import * as Json from "../../../report/schema.ts";
import { outcome, reasons, rules } from "../output.ts";

const followOutput = Json.object(
  "With --follow: a line of JSON for each interval, and one for the whole time at the end.",
  {
    ...Json.version,
    part: Json.words(["interval", "whole"], "The time that the line is about."),
    from: Json.text("When it began: RFC 3339, in UTC."),
    to: Json.text("When it ended."),
    rows: Json.whole("The lines that the log got."),
    skipped: Json.whole("Lines that could not be read."),
    notAsked: Json.whole("Lines for which --where does not hold."),
    perhapsAsked: Json.whole("Lines of which is not known whether --where holds."),
    seen: Json.whole("Requests, or connections, that are asked about: all other lines."),
    waiting: Json.whole("The bytes of the log that it had, and that were not read yet."),
    outcomes: Json.objects("How they end, the most frequent first.", "An outcome.", {
      ...outcome,
      count: Json.whole("How many."),
    }),
    rules: rules("How often rules matched."),
    reasons,
  },
);

export type FollowOutput = Static<typeof followOutput>;

export default [Json.output("impact-follow", followOutput, ["impact"])];
