import { literalFinding } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The text of a `duration` is not a valid duration.",
    wrong: `{ "inbound": [ { "name": "Old connections", "expressions": ["timestamp(time.now) - conn.ts.start > duration('1 day')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Old connections", "expressions": ["timestamp(time.now) - conn.ts.start > duration('24h')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A duration in CEL consists of numbers with the units h, m, s, ms, us and ns. An expression with another text fails, and so does one with more than 2562047 hours, the most that 64 bits of nanoseconds hold.",
  },
  only: { checkError: (code) => code === "invalid-duration" },
  visit: {
    checkError: (part, report) =>
      report(literalFinding(part, inUnits(part.error.args["value"] ?? ""))),
  },
});

const units: readonly (readonly [form: RegExp, factor: number, unit: string])[] = [
  [/^w(?:eeks?)?$/, 168, "h"],
  [/^d(?:ays?)?$/, 24, "h"],
  [/^(?:h|hrs?|hours?)$/, 1, "h"],
  [/^(?:m|mins?|minutes?)$/, 1, "m"],
  [/^(?:s|secs?|seconds?)$/, 1, "s"],
];

/** Converts `1 day` to `24h`. */
function inUnits(text: string): string | undefined {
  const [, amount, word = ""] = /^\s*(\d{1,6})\s*([a-z]+)\s*$/i.exec(text) ?? [];
  const known = units.find(([form]) => form.test(word.toLowerCase()));
  return known && amount && `${Number(amount) * known[1]}${known[2]}`;
}
