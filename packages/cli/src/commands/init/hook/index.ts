import type { HookKind } from "../command.ts";
import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { gitHook } from "./git.ts";
import { huskyHook } from "./husky.ts";
import { lefthookFiles, lefthookHook } from "./lefthook.ts";
import { lintStagedFiles, lintStagedHook } from "./lint-staged.ts";
import { preCommitFile, preCommitHook } from "./pre-commit.ts";

/**
 * The hook that lints the policies of a commit, of the kind that the repository has.
 *
 * @param asked - the kind, or `offer` to tell how a hook of git alone is had
 */
export function hookPart(project: Project, asked: HookKind | "offer"): Part {
  const kind = asked === "auto" ? hookOf(project) : asked;
  if (kind === "none") return { steps: [] };
  if (project.repository === undefined) {
    return skipped(".git", "This is not a git repository: run `git init`, then this again.");
  }
  if (project.placeInRepository !== ".") {
    return skipped(
      "hook",
      `It belongs in the root of the repository, above ${project.placeInRepository}; docs/hooks.md#a-project-in-a-folder-of-the-repository shows how.`,
    );
  }
  if (kind !== "offer") return makers[kind](project);
  const { steps } = gitHook(project);
  return {
    steps: steps.map((step) =>
      step.what === "keep"
        ? step
        : {
            path: step.path,
            what: "skip",
            why: "--hook git writes one, which lints before each commit.",
          },
    ),
  };
}

/** The kind of hook that a repository has; `git` when it has none of the others. */
export function hookOf(project: Project): Exclude<HookKind, "auto" | "none"> {
  const { manifest = {} } = project;
  if (project.dependsOn("lefthook") || project.firstOf(lefthookFiles) !== undefined)
    return "lefthook";
  if (project.dependsOn("lint-staged") || manifest["lint-staged"] !== undefined)
    return "lint-staged";
  if (project.firstOf(lintStagedFiles) !== undefined) return "lint-staged";
  if (project.has(".husky") || project.dependsOn("husky")) return "husky";
  return project.has(preCommitFile) ? "pre-commit" : "git";
}

const makers: Readonly<Record<Exclude<HookKind, "auto" | "none">, (project: Project) => Part>> = {
  lefthook: lefthookHook,
  "lint-staged": lintStagedHook,
  husky: huskyHook,
  "pre-commit": preCommitHook,
  git: gitHook,
};

function skipped(path: string, why: string): Part {
  return { steps: [{ path, what: "skip", why }] };
}
