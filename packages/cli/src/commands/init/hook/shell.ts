import type { Step } from "../step.ts";
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
  // Another language would not understand the commands.
  const isShell = /^#!.*\b(?:sh|bash|dash|zsh)\b|^(?!#!)/.test(text) && !text.includes("\0");
  if (!isShell) {
    const why = `It cannot be extended safely: add the commands from docs/hooks.md.`;
    return { path, what: "skip", why };
  }
  // First, because what is there may end before it is at its end, and after what starts it anew.
  const [start = ""] = /^(?:#!.*(?:\n|$))?(?:\s*\.\s.*\bhusky\.sh\b.*(?:\n|$))?/.exec(text) ?? [];
  const before = start === "" || start.endsWith("\n") ? start : `${start}\n`;
  const rest = text.slice(start.length).replace(/^\n*(?=.)/s, "\n");
  return {
    path,
    what: "add",
    why: "the commands that lint",
    text: before + shellCommands.replace(/\n$/, " || exit 1\n") + rest,
  };
}
