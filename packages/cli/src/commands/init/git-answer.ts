import { execFileSync } from "node:child_process";

/** Returns what git prints, without the end of the line; undefined when it fails or is not installed. */
export function gitAnswer(args: readonly string[], cwd: string): string | undefined {
  try {
    const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
    return execFileSync("git", args, { cwd, encoding: "utf8", stdio }).trim();
  } catch {
    return undefined;
  }
}
