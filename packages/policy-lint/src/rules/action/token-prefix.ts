import { shortened } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import { signedIn } from "../../examples/signed-in.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The prefix of a token has no space at its end.",
    wrong: signedIn({ prefix: "Bearer" }),
    right: signedIn({ prefix: "Bearer " }),
    why: "A prefix is removed as it is. The header `authorization` has a space between `Bearer` and the token, which then begins with that space and is invalid. The fix changes which tokens are accepted; review it first.",
  },
  only: { action: ({ tokenPrefixes }) => tokenPrefixes !== undefined },
  visit: {
    action(node, report) {
      const field = node.definition?.tokenPrefixes;
      if (field === undefined) return;
      for (const { path, text } of textsOf(node, field)) {
        if (!/^(?:bearer|dpop|jwt|token)$/i.test(text)) continue;
        const value = `${text} `;
        report({
          path,
          message: `The prefix "${shortened(text)}" has no space at its end.`,
          help: `Write "${shortened(value)}".`,
          fix: { title: `Write "${value}"`, safe: false, edits: [{ path, value }] },
        });
      }
    },
  },
});
