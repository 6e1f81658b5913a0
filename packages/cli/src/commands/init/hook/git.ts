import { execFileSync } from "node:child_process";
import { relative, resolve, sep } from "node:path";
import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { withShellCommands } from "./shell.ts";

export function gitHook(project: Project): Part {
  const file = resolve(hooksFolder(project.folder), "pre-commit");
  const path = relative(project.folder, file).replaceAll(sep, "/");
  const text = project.files.looseTextIfAny(file);
  // Windows has no such permission.
  const isRun =
    process.platform === "win32" || ((project.files.statIfAny(file)?.mode ?? 0) & 0o111) !== 0;
  if (text !== undefined && !isRun) {
    const why = "Git does not run it: make it executable, and run this again.";
    return { steps: [{ path, what: "skip", why }] };
  }
  return { steps: [withShellCommands(path, text, { first: "#!/bin/sh\n" })] };
}

/** Where git looks for hooks, which a setting may say. */
function hooksFolder(folder: string): string {
  try {
    const args = ["rev-parse", "--git-path", "hooks"];
    const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
    return resolve(
      folder,
      execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio }).trim(),
    );
  } catch {
    return resolve(folder, ".git/hooks");
  }
}
