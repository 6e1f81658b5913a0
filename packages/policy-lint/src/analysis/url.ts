import { shortened } from "@traffic-policy/policy-language/internal";
import { placeholderFinding } from "./placeholder.ts";

const url =
  /^([a-z][a-z\d+.-]*):\/\/(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:<>"{}|\\^`[\]]+)(?::\d*)?(?:[/?#]\S*)?$/i;

export function schemeOfUrl(text: string): string | undefined {
  return url.exec(text)?.[1]?.toLowerCase();
}

/**
 * Why the service refuses a text in the place of a URL. What an interpolation or a placeholder stands for is not
 * known, so there is nothing against them.
 */
export function urlProblem(
  text: string,
): { readonly message: string; readonly help: string } | undefined {
  if (schemeOfUrl(text) !== undefined || text.includes("${")) return undefined;
  if (placeholderFinding(text) !== undefined) return undefined;
  return {
    message: `"${shortened(text)}" is not a URL.`,
    help: "Write the full URL with scheme and host, such as https://example.com/path.",
  };
}
