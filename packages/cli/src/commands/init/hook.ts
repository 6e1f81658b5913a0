import { execFileSync } from "node:child_process";
import { relative, resolve, sep } from "node:path";
import type { HookKind } from "./command.ts";
import type { Project } from "./project.ts";
import type { Part, Step } from "./step.ts";
import { insertIntoYaml, insertIntoJson } from "./insert.ts";

/** What policies and the configuration can be made of, as a glob. */
export const files = "*.{ts,mts,js,mjs,json,yaml,yml}";

/** The command that the repository has installed. */
const lint = "node_modules/.bin/traffic-policy lint";

/** For lefthook's `commands`. */
export const lefthookCommand = {
  policies: { glob: files, run: `${lint} --changed {staged_files}` },
};

/** For the `repos` of pre-commit. */
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

/** For lint-staged, by `files`. */
export const lintStagedCommand = "traffic-policy lint --changed";

/** For a shell: the hook of git alone, without its first line. */
export const shellCommands = `# Lints every policy that something staged reaches, as it is staged.
git diff --cached --quiet -- '*.ts' '*.mts' '*.js' '*.mjs' '*.json' '*.yaml' '*.yml' ||
  ${lint} --staged
`;

/** Whether a text lets policies be linted already. */
function lintsPolicies(text: string): boolean {
  return (
    /\btraffic-policy(?:\.cjs)?\b["',\s]+lint\b/.test(text) || text.includes("traffic-policy-lint")
  );
}

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

function gitHook(project: Project): Part {
  const file = resolve(hooksFolder(project.folder), "pre-commit");
  const path = relative(project.folder, file).replaceAll(sep, "/");
  const text = project.files.looseTextIfAny(file);
  // Windows has no such permission.
  const isRun =
    process.platform === "win32" || ((project.files.statIfAny(file)?.mode ?? 0) & 0o111) !== 0;
  if (text !== undefined && !isRun) {
    return skipped(path, "Git does not run it: make it executable, and run this again.");
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

/**
 * A script of a shell with the commands that lint.
 *
 * @param first - what a new script begins with
 */
function withShellCommands(
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

function huskyHook(project: Project): Part {
  const path = ".husky/pre-commit";
  return { steps: [withShellCommands(path, project.text(path), { first: "" })] };
}

/** Where lefthook looks for its configuration. */
const lefthookFiles = ["lefthook", ".lefthook"].flatMap((name) =>
  ["yml", "yaml", "json", "jsonc", "toml"].map((ending) => `${name}.${ending}`),
);

function lefthookHook(project: Project): Part {
  return yamlHook(project, project.firstOf(lefthookFiles) ?? "lefthook.yml", {
    keys: ["pre-commit", "commands"],
    value: lefthookCommand,
    added: "pre-commit.commands.policies",
    byHand: "the command",
    next: "npx lefthook install",
  });
}

/** Where lint-staged does, besides package.json. */
const lintStagedFiles = [
  ".lintstagedrc",
  ...["json", "yaml", "yml", "mjs", "cjs", "js"].map((ending) => `.lintstagedrc.${ending}`),
  ...["mjs", "cjs", "js", "ts", "mts"].map((ending) => `lint-staged.config.${ending}`),
];

const entry = { [files]: lintStagedCommand };

function lintStagedHook(project: Project): Part {
  const path = project.firstOf(lintStagedFiles);
  const inManifest: unknown = project.manifest?.["lint-staged"];
  if (path === undefined || inManifest !== undefined) {
    if (lintsPolicies(JSON.stringify(inManifest ?? ""))) return { steps: [] };
    if (
      inManifest === undefined ||
      (typeof inManifest === "object" && !Array.isArray(inManifest) && !hasEntry(inManifest))
    ) {
      return { steps: [], manifest: [{ path: ["lint-staged", files], value: lintStagedCommand }] };
    }
    return notExtended("package.json");
  }
  const text = project.text(path) ?? "";
  if (lintsPolicies(text)) return { steps: [{ path, what: "keep" }] };
  const changed = added(path, text);
  if (changed === undefined) return notExtended(path);
  return { steps: [{ path, what: "add", why: files, text: changed }] };
}

/** Code is left alone; `.lintstagedrc` may be JSON or YAML. */
function added(path: string, text: string): string | undefined {
  if (path.endsWith("s")) return undefined;
  if (/\.ya?ml$/.test(path) || !text.trimStart().startsWith("{"))
    return insertIntoYaml(text, [], entry);
  try {
    if (hasEntry(JSON.parse(text) as object | null)) return undefined;
  } catch {
    return undefined;
  }
  return insertIntoJson(text, [files], lintStagedCommand);
}

/** Whether something else is run for the same files. */
function hasEntry(configuration: object | null): boolean {
  return configuration !== null && Object.hasOwn(configuration, files);
}

function notExtended(path: string): Part {
  return skipped(
    path,
    `It cannot be extended safely: add ${JSON.stringify(files)}: ${JSON.stringify(lintStagedCommand)}.`,
  );
}

/** Where pre-commit does. */
const preCommitFile = ".pre-commit-config.yaml";

function preCommitHook(project: Project): Part {
  return yamlHook(project, preCommitFile, {
    keys: ["repos"],
    value: [preCommitRepository],
    added: "the hook traffic-policy-lint",
    byHand: "the hook",
    next: "pre-commit install",
  });
}

interface YamlHook {
  readonly keys: readonly string[];
  readonly value: Parameters<typeof insertIntoYaml>[2];
  readonly added: string;
  /** What docs/hooks.md shows for those who add it themselves. */
  readonly byHand: string;
  readonly next: string;
}

function yamlHook(
  project: Project,
  path: string,
  { keys, value, added: why, byHand, next }: YamlHook,
): Part {
  const before = project.text(path);
  if (before !== undefined && lintsPolicies(before)) return { steps: [{ path, what: "keep" }] };
  const text = /\.ya?ml$/.test(path) ? insertIntoYaml(before ?? "", keys, value) : undefined;
  if (text === undefined) {
    return skipped(path, `It cannot be extended safely: add ${byHand} from docs/hooks.md.`);
  }
  const step: Step =
    before === undefined ? { path, what: "write", text } : { path, what: "add", why, text };
  return { steps: [step], next: [next] };
}
