import { shortened } from "@traffic-policy/policy-language/internal";
import { fieldsOfFormat, textsOf } from "../../analysis/config-values.ts";
import { signedIn } from "../../examples/signed-in.ts";
import { placeholderFinding } from "../../analysis/placeholder.ts";
import { schemeOfUrl, urlProblem } from "../../analysis/url.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A URL of a config is none, or keys are fetched from one that is not protected.",
    wrong: signedIn({ keys: "issuer.example/keys.json" }),
    right: signedIn({ keys: "https://issuer.example/keys.json" }),
    why: "The service refuses a policy with something else in the place of a URL. Keys that come over plain `http` can be exchanged on the way, and then anybody can sign tokens; that is a warning.",
  },
  only: { action: (definition) => fieldsOfFormat(definition, "url").length > 0 },
  visit: {
    action(node, report) {
      const trusted = node.definition?.trustedUrls ?? [];
      for (const field of node.definition ? fieldsOfFormat(node.definition, "url") : []) {
        for (const { path, text } of textsOf(node, field)) {
          const wrong = complaint(text, trusted.includes(field));
          if (wrong !== undefined) report({ path, ...wrong });
        }
      }
    },
  },
});

function complaint(text: string, isTrusted: boolean): Omit<Finding, "path"> | undefined {
  const scheme = schemeOfUrl(text);
  if (scheme === undefined) return urlProblem(text) ?? placeholderFinding(text);
  if (!isTrusted || scheme !== "http") return undefined;
  return {
    message: `What comes from "${shortened(text)}" can be exchanged on its way.`,
    help: "Write https:// and make sure that the server answers there.",
    atMost: "warning",
  };
}
