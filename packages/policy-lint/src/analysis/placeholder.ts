import { shortened } from "@traffic-policy/policy-language/internal";

/**
 * Returns the placeholder in a text that the user has to fill in: `<your domain>`, `{your-domain-here}`,
 * `$YOUR_ADDRESS`. An interpolation is not a placeholder.
 */
function placeholderIn(text: string): string | undefined {
  return /<[^<>]*>|(?<!\$)\{[a-z][\w -]*\}|\$[A-Z][A-Z\d_]{2,}/.exec(text)?.[0];
}

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

/**
 * Returns a placeholder in any config text. Reports only certain placeholders, because texts may be HTML, patterns or
 * JSON. Ignores the content of interpolations.
 */
export function unfilledPlaceholder(text: string): string | undefined {
  if (!/[<{$]|YOUR_/.test(text)) return undefined;
  const plain = text.replaceAll(/\$\{[^}]*\}/g, "");
  if (/^(?:<[^<>/!]+>|\{[a-z][\w-]*(?: [\w-]+)*\}|\$[A-Z][A-Z\d_]{2,})$/.test(plain)) return plain;
  return /<YOUR[^<>]*>|<[A-Z][A-Z\d]*[ _-][A-Z\d _-]*>|\{your[ _-][^{}]*\}|\bYOUR_[A-Z\d_]+|\$[A-Z][A-Z\d]*_[A-Z\d_]+/.exec(
    plain,
  )?.[0];
}
