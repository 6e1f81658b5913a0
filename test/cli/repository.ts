import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { userEnvironment } from "../../scripts/user-environment.js";
import { type Project, projectOf } from "./project.ts";

/** A project in a git repository of its own. */
export interface Repository extends Project {
  readonly git: (...args: readonly string[]) => string;
  /** Writes files, or removes those without content, and commits all there is. */
  readonly commit: (files: Readonly<Record<string, string | object | undefined>>) => void;
}

export function repositoryOf(files: Readonly<Record<string, string | object>>): Repository {
  const project = projectOf(files);
  const { folder, write } = project;
  const git: Repository["git"] = (...args) => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    const env = { ...userEnvironment(), GIT_CONFIG_GLOBAL: "/dev/null" };
    return execFileSync("git", [...who, ...args], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  };
  const commit: Repository["commit"] = (changed) => {
    for (const [name, content] of Object.entries(changed)) {
      if (content === undefined) rmSync(join(folder, name));
      else write(name, content);
    }
    git("add", ".");
    git("commit", "--allow-empty", "--message", "another");
  };
  git("init", "--initial-branch=main");
  commit({});
  return { ...project, git, commit };
}
