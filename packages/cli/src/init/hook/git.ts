import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { withShellCommands } from "./shell.ts";

export function gitHook(project: Project): Part {
  const file = resolve(hooksFolder(project.folder), "pre-commit");
  const path = relative(project.folder, file).replaceAll(sep, "/");
  let text: string | undefined;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    text = undefined;
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
