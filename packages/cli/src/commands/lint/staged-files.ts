import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { CommandError } from "../../context.ts";
import { policyEndings, type Files } from "@traffic-policy/policy-module";

/** What policies can be made of. */
const wanted = policyEndings.map((ending) => `*.${ending}`);

/**
 * The files that are staged in git, also those that are removed, as absolute paths. From now on files that
 * git knows are read as they are staged.
 *
 * @throws CommandError outside of a repository
 */
export function takeStagedFiles(files: Files): string[] {
  const top = git(["rev-parse", "--show-toplevel"], files.folder).toString().replace(/\n$/, "");
  const names = (...options: readonly string[]): string[] =>
    git(["diff", ...options, "--name-only", "--no-renames", "-z", "--", ...wanted], top)
      .toString()
      .split("\0")
      .filter((name) => name !== "");
  for (const name of names())
    files.give(join(top, name), git(["show", `:${name}`], top).toString());
  return names("--cached").map((name) => join(top, name));
}

function git(args: readonly string[], cwd: string): Buffer {
  try {
    return execFileSync("git", args, {
      cwd,
      maxBuffer: Infinity,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    throw new CommandError("git cannot list the staged files.", {
      help: "Run it in a repository, or name the files that changed.",
      cause: error,
    });
  }
}
