import type { Step } from "../step.ts";
import { docsUrl } from "../../version.ts";
import { lintsPolicies, shellCommands } from "./texts.ts";

/**
 * A script of a shell with the commands that lint.
 *
 * @param first - what a new script begins with
 */
export function withShellCommands(
  path: string,
  text: string | undefined,
  { first }: { readonly first: string },
): Step {
  if (text === undefined) {
    return { path, what: "write", text: first + shellCommands, executable: true };
  }
  if (lintsPolicies(text)) return { path, what: "keep" };
  const shell = /^#!.*\b(?:sh|bash|dash|zsh)\b|^(?!#!)/.test(text);
  // Nothing after these would run, and another language would not understand the commands.
  if (!shell || /^(?:exec|exit)\b/m.test(text)) {
    const why = `It cannot be added to safely: put in the commands that ${docsUrl("hooks.md")} shows.`;
    return { path, what: "skip", why };
  }
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  // The status of a script is that of its last command.
  return {
    path,
    what: "add",
    why: "the commands that lint",
    text: `${start}\n${shellCommands.replace(/\n$/, " || exit 1\n")}`,
  };
}
