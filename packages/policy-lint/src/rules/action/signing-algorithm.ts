import { nearest, sameLetters, shortened } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import { signedIn } from "../../examples/signed-in.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An algorithm for signing tokens does not exist, does not sign, or needs a secret key.",
    wrong: signedIn({ algorithm: "RSA256" }),
    right: signedIn({ algorithm: "RS256" }),
    why: "With an unknown name no signature can be checked. `none` lets everybody through. HS256 and similar algorithms check a signature with the same key that makes it: where the keys are public, as in a key set that is fetched from a URL, anybody can sign.",
  },
  only: { action: ({ signingAlgorithms }) => signingAlgorithms !== undefined },
  visit: {
    action(node, report) {
      const field = node.definition?.signingAlgorithms;
      if (field === undefined) return;
      for (const { path, text } of textsOf(node, field)) {
        const wrong = complaint(text);
        if (wrong !== undefined) report({ path, ...wrong });
      }
    },
  },
});

// The names registered for JSON Web Signatures (RFC 7518, RFC 8037, RFC 8812, RFC 9864).
const asymmetric: readonly string[] =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448".split(" ");
const symmetric: readonly string[] = ["HS256", "HS384", "HS512"];

function complaint(name: string): Pick<Finding, "message" | "help"> | undefined {
  // The config's schema refuses "none" itself.
  if (asymmetric.includes(name) || name === "none") return undefined;
  if (name.toLowerCase() === "none") {
    return {
      message: `"${shortened(name)}" accepts unsigned tokens.`,
      help: 'Write the algorithm that the tokens are signed with, such as "RS256".',
    };
  }
  if (symmetric.includes(name)) {
    return {
      message: `"${shortened(name)}" needs a secret key, but the keys come from a URL.`,
      help: 'Sign the tokens with a key pair, and write its algorithm, such as "RS256".',
    };
  }
  const known = [...asymmetric, ...symmetric];
  const meant = known.find((one) => sameLetters(one, name)) ?? nearest(name, known);
  return {
    message: `"${shortened(name)}" is not an algorithm for signing tokens.`,
    help: meant === undefined ? 'Use an algorithm such as "RS256".' : `Did you mean "${meant}"?`,
  };
}
