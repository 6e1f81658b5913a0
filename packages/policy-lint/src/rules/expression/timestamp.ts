import { literalFinding } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The text of a `timestamp` is not a valid timestamp.",
    wrong: `{ "inbound": [ { "name": "Since January", "expressions": ["conn.ts.start > timestamp('2024-01-31')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Since January", "expressions": ["conn.ts.start > timestamp('2024-01-31T00:00:00Z')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL reads timestamps in the format of RFC 3339, with time and zone. An expression with another text fails.",
  },
  only: { checkError: (code) => code === "invalid-timestamp" },
  visit: {
    checkError: (part, report) =>
      report(literalFinding(part, completed(part.error.args["value"] ?? ""))),
  },
});

/** Completes a day with its first moment, and a time without a zone with UTC. */
function completed(text: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return `${day}T${(time ?? "00:00").padEnd("00:00:00".length, ":00")}Z`;
}
