import { shortened } from "@traffic-policy/policy-language";

/**
 * What stands in a text for something that somebody has to fill in: `<your domain>`, `{your-domain-here}`,
 * `$YOUR_ADDRESS`. What is an interpolation is none.
 */
function placeholderIn(text: string): string | undefined {
  return /<[^<>]*>|(?<!\$)\{[a-z][\w -]*\}|\$[A-Z][A-Z\d_]{2,}/.exec(text)?.[0];
}

/** The finding of a text that still has a placeholder. */
export function placeholderFinding(
  text: string,
): { message: string; help: string; atMost: "warning" } | undefined {
  const placeholder = placeholderIn(text);
  return placeholder === undefined
    ? undefined
    : {
        message: `"${shortened(text)}" still has the placeholder ${shortened(placeholder)}.`,
        help: "Write what belongs into its place.",
        // Whether the service looks at it when a policy is stored is not documented.
        atMost: "warning",
      };
}
