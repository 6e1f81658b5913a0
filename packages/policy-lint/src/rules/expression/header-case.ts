import { shortened } from "@traffic-policy/policy-language";
import { headerKeys } from "../../analysis/expression/header-keys.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";
import { toWrite } from "../../analysis/expression/written.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The name of a header is not written in the letters that the map or function knows it by.",
    wrong: `{ "inbound": [ { "name": "no token", "expressions": ["!('Authorization' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "no token", "expressions": ["!('authorization' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The keys of `req.headers` are in lower case, whatever the client sends, so a key with a capital letter is never there. Functions such as `getReqHeader` are documented with the canonical form of the name, a capital letter at the beginning and after each hyphen.",
  },
  visit: {
    expression(node, report) {
      for (const { key, span, holder, form, text } of headerKeys(node)) {
        report({
          ...node.at(span),
          message:
            form === "lower-case"
              ? `${holder} has no key ${shortened(key)}: its keys are in lower case.`
              : `${holder} may not find ${shortened(key)}: it is documented with names in their canonical form.`,
          help: `${toWrite(text)}.`,
          fix: { title: toWrite(text), safe: false, edits: editsOf(node, [{ span, text }]) },
        });
      }
    },
  },
});
