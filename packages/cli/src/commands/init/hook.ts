import { relative, resolve, sep } from "node:path";
import { applyToYaml } from "@traffic-policy/policy-language/yaml";
import { stringify } from "yaml";
import type { HookKind } from "./command.ts";
import { gitAnswer } from "./git-answer.ts";
import type { NewProject } from "./new-project.ts";
import type { Part, Step } from "./step.ts";
import { pageAddress } from "../../version.ts";

const lint = "node_modules/.bin/traffic-policy lint";

export const preCommitRepository = {
  repo: "local",
  hooks: [
    {
      id: "traffic-policy-lint",
      name: "traffic-policy lint",
      entry: `${lint} --changed`,
      language: "system",
      files: String.raw`\.(m?[jt]s|json|ya?ml)$`,
      require_serial: true,
    },
  ],
};

export const shellCommands = `# Lints every policy that something staged reaches, as it is staged.
git diff --cached --quiet -- '*.ts' '*.mts' '*.js' '*.mjs' '*.json' '*.yaml' '*.yml' ||
  ${lint} --staged
`;

function lintsPolicies(text: string): boolean {
  return (
    /\btraffic-policy(?:\.cjs)?\b["',\s]+lint\b/.test(text) || text.includes("traffic-policy-lint")
  );
}

/**
 * Sets up the hook that lints the policies of a commit, of the kind that the repository uses.
 *
 * @param asked - the kind, or `offer` to explain how to get a plain git hook
 */
export function hookPart(project: NewProject, asked: HookKind | "offer"): Part {
  if (asked === "none") return { steps: [] };
  if (project.repository === undefined) {
    return skipped(".git", "This is not a git repository: run `git init`, then this again.");
  }
  if (project.placeInRepository !== ".") {
    return skipped(
      "hook",
      `It belongs in the root of the repository, above ${project.placeInRepository}; ${hooksPage}#a-project-in-a-folder-of-the-repository shows how.`,
    );
  }
  const kind = asked === "auto" ? hookOf(project) : asked;
  switch (kind) {
    case "git":
      return gitHook(project);
    case "pre-commit":
      return preCommitHook(project);
    case "offer":
      return offeredGitHook(project);
    default:
      return hookByHand(project, kind);
  }
}

export function hookOf(project: NewProject): "git" | "pre-commit" | HookManager {
  const manager = hookManagers.find(
    (name) =>
      project.dependsOn(name) ||
      project.manifest?.[name] !== undefined ||
      project.firstOf(configurationsOf[name]) !== undefined,
  );
  return manager ?? (project.has(preCommitFile) ? "pre-commit" : "git");
}

/** Hook managers whose configuration is left to their users. */
const hookManagers = ["lefthook", "lint-staged", "husky"] as const;

type HookManager = (typeof hookManagers)[number];

const configurationsOf: Readonly<Record<HookManager, readonly string[]>> = {
  lefthook: ["lefthook", ".lefthook"].flatMap((name) =>
    ["yml", "yaml", "json", "jsonc", "toml"].map((ending) => `${name}.${ending}`),
  ),
  "lint-staged": [
    ".lintstagedrc",
    ...["json", "yaml", "yml", "mjs", "cjs", "js"].map((ending) => `.lintstagedrc.${ending}`),
    ...["mjs", "cjs", "js", "ts", "mts"].map((ending) => `lint-staged.config.${ending}`),
  ],
  husky: [".husky/pre-commit"],
};

function hookByHand(project: NewProject, name: HookManager): Part {
  const file = project.firstOf(configurationsOf[name]);
  const text =
    file === undefined ? JSON.stringify(project.manifest?.[name] ?? "") : project.text(file);
  if (!lintsPolicies(text ?? "")) {
    return skipped(file ?? "package.json", `Add the lines for ${name} from ${hooksPage}#${name}.`);
  }
  return { steps: file === undefined ? [] : [{ path: file, what: "keep" }] };
}

function skipped(path: string, why: string): Part {
  return { steps: [{ path, what: "skip", why }] };
}

function offeredGitHook(project: NewProject): Part {
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

function gitHook(project: NewProject): Part {
  const file = resolve(hooksFolder(project.folder), "pre-commit");
  const path = relative(project.folder, file).replaceAll(sep, "/");
  const text = project.files.looseTextIfAny(file);
  // Windows has no such permission.
  const isRun =
    process.platform === "win32" || ((project.files.statIfAny(file)?.mode ?? 0) & 0o111) !== 0;
  if (text !== undefined && !isRun) {
    return skipped(path, "Git does not run it: make it executable, and run this again.");
  }
  return { steps: [withShellCommands(path, text)] };
}

/** The folder in which git looks for hooks; a git setting can change it. */
function hooksFolder(folder: string): string {
  const hooks = gitAnswer(["rev-parse", "--git-path", "hooks"], folder);
  return resolve(folder, hooks ?? ".git/hooks");
}

function withShellCommands(path: string, text: string | undefined): Step {
  if (text === undefined) {
    return { path, what: "write", text: `#!/bin/sh\n${shellCommands}`, executable: true };
  }
  if (lintsPolicies(text)) return { path, what: "keep" };
  // Another language would not understand the commands.
  const isShell = /^#!.*\b(?:sh|bash|dash|zsh)\b|^(?!#!)/.test(text) && !text.includes("\0");
  if (!isShell) {
    const why = `It cannot be extended safely: add the commands from ${hooksPage}.`;
    return { path, what: "skip", why };
  }
  // First, because what is there may end before it is at its end.
  const [start = ""] = /^(?:#!.*(?:\n|$))?/.exec(text) ?? [];
  const before = start === "" || start.endsWith("\n") ? start : `${start}\n`;
  const rest = text.slice(start.length).replace(/^\n*(?=.)/s, "\n");
  return {
    path,
    what: "add",
    why: "the commands that lint",
    text: before + shellCommands.replace(/\n$/, " || exit 1\n") + rest,
  };
}

const hooksPage = pageAddress("docs/hooks.md") ?? "docs/hooks.md";

const preCommitFile = ".pre-commit-config.yaml";

function preCommitHook(project: NewProject): Part {
  const path = preCommitFile;
  const next = ["pre-commit install"];
  const before = project.text(path);
  if (before === undefined) {
    const text = stringify({ repos: [preCommitRepository] }, { lineWidth: 0 });
    return { steps: [{ path, what: "write", text }], next };
  }
  if (lintsPolicies(before)) return { steps: [{ path, what: "keep" }] };
  const added = { edits: [{ path: "/repos", items: [preCommitRepository] }] };
  const { text, applied } = applyToYaml(before, [added]);
  if (applied.length === 0) {
    const why = `It cannot be extended safely: add the hook from ${hooksPage}#pre-commit.`;
    return skipped(path, why);
  }
  return { steps: [{ path, what: "add", why: "the hook traffic-policy-lint", text }], next };
}
