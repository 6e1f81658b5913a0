import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A policy has more than one action with which people sign in.",
    wrong: `{ "on_http_request": [ { "expressions": ["req.url.path.startsWith('/staff')"], "actions": [ { "type": "oauth", "config": { "provider": "google" } } ] }, { "actions": [ { "type": "oauth", "config": { "provider": "github" } } ] } ] }`,
    right: `{ "on_http_request": [ { "expressions": ["req.url.path.startsWith('/staff')"], "actions": [ { "type": "oauth", "config": { "provider": "google" } } ] } ] }`,
    why: "The service refuses a policy with two of them. Use internal endpoints with policies of their own if different parts of a site need different providers.",
  },
  visit: {
    document({ rules }, report) {
      const found = rules.flatMap(({ actions }) =>
        actions.filter(({ definition }) => definition?.authenticates === true),
      );
      const [first, ...others] = found;
      if (first === undefined) return;
      for (const { path, type } of others) {
        report({
          path,
          message: `"${shortened(type)}" is a second action with which people sign in.`,
          help: "Keep one, and forward what needs the other to an internal endpoint.",
          related: [{ message: "This is the first one.", path: first.path }],
        });
      }
    },
  },
});
