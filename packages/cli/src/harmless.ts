import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Style } from "./terminal.ts";

/**
 * A text for a terminal, a file or a log, in which no name, value or message makes a terminal do
 * anything: what it would obey stands as JSON and TypeScript escape it, but for line feeds and tabs, and
 * for our own colours where there are any.
 */
export function harmless(
  text: string,
  { isColorSupported }: Pick<Style, "isColorSupported">,
): string {
  const parts = text.split(isColorSupported ? layoutAndColor : layout);
  // Every other part is what the text was split at.
  const shown = parts.map((part, index) => (index % 2 === 0 ? printable(part) : part)).join("");
  // In the log of GitHub Actions it begins a command, wherever it stands.
  return shown.replaceAll("##[", "##\\u005b");
}

/** The same for what is no result: no line of it is a command for GitHub Actions, as results may be. */
export function harmlessMessage(text: string, style: Pick<Style, "isColorSupported">): string {
  return harmless(text, style).replace(/^(\s*):(?=:)/gm, "$1\\u003a");
}

const layout = /([\n\t]+)/;

/** The codes of the styles of `Style`, and what ends them. */
// oxlint-disable-next-line no-control-regex
const layoutAndColor = /([\n\t]+|\u001b\[(?:[127]|2[27]|3[123469])m)/;
