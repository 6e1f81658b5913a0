import { printable, withoutCommands } from "@traffic-policy/policy-language/internal";

interface Colors {
  readonly isColorSupported: boolean;
}

/**
 * A text in which no name, value or message makes a terminal do anything: what it would obey stands as
 * JSON and TypeScript escape it, but for line feeds and tabs, and for our own colours where there are any.
 */
export function forTerminal(text: string, { isColorSupported }: Colors): string {
  const parts = text.split(isColorSupported ? layoutAndColor : layout);
  // Every other part is what the text was split at.
  return parts.map((part, index) => (index % 2 === 0 ? printable(part) : part)).join("");
}

/** The same, and no part of it is a command for the log of GitHub Actions. */
export function forLog(text: string, style: Colors): string {
  return withoutCommands(forTerminal(text, style));
}

const layout = /([\n\t]+)/;

/** The escape codes of the styles of `Style`, and their end codes. */
// oxlint-disable-next-line no-control-regex
const layoutAndColor = /([\n\t]+|\u001b\[(?:[127]|2[27]|3[123469])m)/;
