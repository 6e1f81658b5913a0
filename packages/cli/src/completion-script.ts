import { readFileSync } from "node:fs";

/** The shells that there is a completion for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** The script that makes a shell complete the command lines of this program. */
export function completionScript(shell: (typeof shells)[number]): string {
  return readFileSync(new URL(`../completion/traffic-policy.${shell}`, import.meta.url), "utf8");
}
