import { unguarded, unguardedFinding } from "../../analysis/expression/unguarded.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  fix: "unsafe",
  docs: {
    what: "An expression reads a value that may be missing, and the documentation does not say what happens then.",
    wrong: `{ "inbound": [ { "name": "abroad", "expressions": ["conn.geo.country_code != 'NO'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "abroad", "expressions": ["!has(conn.geo.country_code) || conn.geo.country_code != 'NO'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The country of an address may be unknown, a request may have no `content-type`, and a client may send no certificate. The value is then empty, or it is missing and the expression fails, and the request with it. A guard with `has` makes clear what the rule does. A rule that denies all but some values begins with `!has(…) ||`, so that a missing value does not let a request through. The fix adds `has(…) &&`: the rule then does not match when the value is missing, so review it first.",
  },
  visit: {
    expressionInRule({ expression, rule }, report) {
      if (expression.role === "value") return;
      const all = unguarded(expression, rule) ?? [];
      if (all.length === 0) return;
      const reported = new Set<string>();
      for (const found of all) {
        const { access, text } = found;
        const { missing, guard = "" } = access;
        if (missing?.isInferred !== true || reported.has(guard)) continue;
        reported.add(guard);
        report(unguardedFinding(expression, found, `${text} may be missing when ${missing.when}`));
      }
    },
  },
});
