import { literalFinding } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "A time zone does not exist.",
    wrong: `{ "inbound": [ { "name": "Only in the daytime", "expressions": ["timestamp(time.now).getHours('europe/oslo') < 8"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Only in the daytime", "expressions": ["timestamp(time.now).getHours('Europe/Oslo') < 8"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A time zone is a name from the IANA list, spelled exactly as in that list, or an offset such as `+02:00`. An expression with another text fails whenever it is evaluated.",
  },
  only: { checkError: (code) => code === "invalid-time-zone" },
  visit: {
    checkError: (part, report) => report(literalFinding(part, part.error.suggestion)),
  },
});
