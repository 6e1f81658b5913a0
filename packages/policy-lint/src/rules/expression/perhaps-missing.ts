import { unguarded, unguardedFinding } from "../../analysis/expression/unguarded.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  fix: "unsafe",
  docs: {
    what: "An expression reads a value that some requests have nothing for, and the documentation does not say what it is then.",
    wrong: `{ "inbound": [ { "name": "abroad", "expressions": ["conn.geo.country_code != 'NO'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "abroad", "expressions": ["has(conn.geo.country_code) && conn.geo.country_code != 'NO'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "An address can be in no country that is known, a request can come without a `content-type`, and a client without a certificate. The value may be empty then, or missing, so that the expression fails, and with it the request. A guard with `has` makes it clear what the rule does. The fix adds one: the rule then does not match where there is no value, so look at it before.",
  },
  visit: {
    expression(node, report) {
      if (node.role === "value") return;
      const told = new Set<string>();
      for (const found of unguarded(node)) {
        const { access, text } = found;
        const { missing, guard = "" } = access;
        if (missing?.isInferred !== true || told.has(guard)) continue;
        told.add(guard);
        report(unguardedFinding(node, found, `${text} may be missing when ${missing.when}`));
      }
    },
  },
});
