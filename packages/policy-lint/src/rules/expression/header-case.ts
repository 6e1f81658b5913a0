import { shortened } from "@traffic-policy/policy-language/internal";
import {
  type HeaderKey,
  headerKeyInCall,
  headerKeyInMap,
} from "../../analysis/expression/header-keys.ts";
import { fixOf, toWrite } from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule, type Report } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The case of a header name does not match the map or function that it is used with.",
    wrong: `{ "inbound": [ { "name": "no token", "expressions": ["!('Authorization' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "no token", "expressions": ["!('authorization' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The keys of `req.headers` are in lower case, whatever the client sends, so a key with a capital letter never exists. Functions such as `getReqHeader` are documented with the canonical form of the name: a capital letter at the start and after each hyphen.",
  },
  only: {
    call: ({ headerName }) => headerName !== undefined,
    access: ({ headerKeys }) => headerKeys !== undefined,
  },
  visit: {
    call: (part, report) => look(part.expression, headerKeyInCall(part), report),
    access: (part, report) => look(part.expression, headerKeyInMap(part), report),
  },
});

function look(expression: ExpressionNode, found: HeaderKey | undefined, report: Report): void {
  if (found === undefined) return;
  const { key, span, holder, form, text } = found;
  report({
    ...expression.at(span),
    message:
      form === "lower-case"
        ? `${holder} has no key ${shortened(key)}: its keys are in lower case.`
        : `${holder} may not find ${shortened(key)}: it is documented with names in their canonical form.`,
    help: `${toWrite(text)}.`,
    fix: fixOf(expression, [{ span, text }]),
  });
}
