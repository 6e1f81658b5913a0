import { parseAddress } from "@traffic-policy/policy-language/internal";
import { literalFinding } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "A range of addresses in an expression is not a CIDR.",
    wrong: `{ "inbound": [ { "name": "Office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.1')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.1/32')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service ignores a text that is not a CIDR: no address is in it, so the condition never does what it seems to do.",
  },
  only: { checkError: (code) => code === "invalid-cidr" },
  visit: {
    checkError: (part, report) =>
      report(literalFinding(part, parseAddress(part.error.args["value"] ?? "")?.text)),
  },
});
