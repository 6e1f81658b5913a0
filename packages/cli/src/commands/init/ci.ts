import { readdirSync } from "node:fs";
import { join } from "node:path";
import { enumerated } from "@traffic-policy/policy-language/internal";
import { checksOf } from "./ci-checks.ts";
import { ciScript } from "./ci-script.ts";
import type { ContinuousIntegration } from "./command.ts";
import { gitAnswer } from "./git-answer.ts";
import { gitlabPipeline } from "./gitlab.ts";
import type { NewProject } from "./new-project.ts";
import { packsOutside } from "./packed-packages.ts";
import { hasCases } from "./project-files.ts";
import type { Step } from "./step.ts";
import { githubWorkflow } from "./workflow.ts";
import type { Workspace } from "./workspace.ts";
import { pageAddress } from "../../version.ts";

/** Sets up the checks of CI, of the kind that was asked for, or that the repository or its origin uses. */
export function ciSteps(
  project: NewProject,
  asked: ContinuousIntegration,
  workspace: Workspace = {},
): Step[] {
  const top = project.placeInRepository === "." ? "" : `${upTo(project)}/`;
  const tests = workspace.hasCases ?? hasCases(project);
  const kind = asked === "auto" ? usedKind(project, top) : asked;
  switch (kind) {
    case "none":
      return [];
    case "github":
      return [githubStep()];
    case "gitlab":
      return [gitlabStep()];
    case "script":
      return [scriptStep()];
    default:
      return [ownFile(kind.file, "`--ci script` writes a script that runs them")];
  }

  function githubStep(): Step {
    const inTheWay = [".github", ".github/workflows"].find((name) => isFile(project, top + name));
    const path = githubFile(project, top);
    if (inTheWay === undefined) {
      const without =
        "It exists but does not lint policies: add `traffic-policy lint . --format github` to it.";
      return there(path, { path, what: "skip", why: without }) ?? write(path, githubWorkflow);
    }
    const why = `${inTheWay} is a file: replace it by a folder, and run this again.`;
    return { path, what: "skip", why };
  }

  function gitlabStep(): Step {
    const path = `${top}.gitlab-ci.yml`;
    const page = "docs/hooks.md#gitlab";
    const own = ownFile(path, `${pageAddress(page) ?? page} shows a job`);
    return there(path, own) ?? write(path, gitlabPipeline);
  }

  function scriptStep(): Step {
    const path = "check-policies.sh";
    const without = "It exists but does not lint policies: add `traffic-policy lint .` to it.";
    const step = there(path, { path, what: "skip", why: without }) ?? write(path, ciScript);
    return { ...step, executable: true };
  }

  /** @param other - the step when the file does not lint policies */
  function there(path: string, other: Step): Step | undefined {
    if (!project.has(path)) return undefined;
    return lints(textOf(project, path)) ? { path, what: "keep" } : other;
  }

  function ownFile(path: string, more: string): Step {
    const commands = enumerated(checksOf(project, tests).map((command) => `\`${command}\``));
    return { path, what: "skip", why: `It is your own: add ${commands}; ${more}.` };
  }

  function write(path: string, made: typeof githubWorkflow): Step {
    if (asked !== "auto" || workspace.root === undefined) {
      return { path, what: "write", text: made(project, tests), ...whatIsLacking(project) };
    }
    const { start } = project.packageManager;
    const where = workspace.root === "." ? "here" : `in ${workspace.root}`;
    const why = `One is enough for all projects of the workspace: \`${start} traffic-policy init\` ${where} writes it.`;
    return { path, what: "skip", why };
  }
}

/** Says what CI cannot install. */
function whatIsLacking({ folder, repository }: NewProject): Pick<Step, "why"> {
  const packs = packsOutside(folder, repository);
  if (packs === undefined) return {};
  return {
    why: `It cannot install the packages in ${packs} before they are in this repository: docs/getting-started.md#from-a-clone of the clone shows how.`,
  };
}

const otherSystems = [
  ".circleci",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  ".travis.yml",
  "Jenkinsfile",
  ".woodpecker.yml",
  ".forgejo",
  ".gitea",
];

/** The kind that the repository uses, a file of another system, or the kind that fits where it is hosted. */
function usedKind(
  project: NewProject,
  top: string,
): "github" | "gitlab" | "script" | { readonly file: string } {
  if (project.has(`${top}.github`)) return "github";
  if (project.has(`${top}.gitlab-ci.yml`)) return "gitlab";
  const other = otherSystems.find((name) => project.has(`${top}${name}`));
  if (other !== undefined) return { file: `${top}${other}` };
  const host = hostOfOrigin(project);
  if (host === undefined || host.includes("github")) return "github";
  return host.includes("gitlab") ? "gitlab" : "script";
}

/** The host in `https://host/path`, `ssh://git@host:22/path` or `git@host:path`; undefined for a path. */
function hostOfOrigin({ repository }: NewProject): string | undefined {
  if (repository === undefined) return undefined;
  const url = gitAnswer(["config", "--get", "remote.origin.url"], repository) ?? "";
  const [, ofUrl, ofScp] =
    /^(?:(?!file:)[\w+]+:\/\/(?:[^/@]*@)?([^/:]+)|[^/@:]+@([^/:]+):)/.exec(url) ?? [];
  return (ofUrl ?? ofScp)?.toLowerCase();
}

/** The workflow that lints already, or the one to write. */
function githubFile(project: NewProject, top: string): string {
  const folder = `${top}.github/workflows`;
  const names = isFolder(project, folder) ? readdirSync(join(project.folder, folder)) : [];
  const there = names.find((name) => lints(textOf(project, `${folder}/${name}`)));
  return `${folder}/${there ?? "traffic-policy.yml"}`;
}

function textOf(project: NewProject, path: string): string {
  return (isFile(project, path) ? project.text(path) : undefined) ?? "";
}

function isFile(project: NewProject, path: string): boolean {
  return project.files.statIfAny(join(project.folder, path))?.isFile() === true;
}

function isFolder(project: NewProject, path: string): boolean {
  return project.files.statIfAny(join(project.folder, path))?.isDirectory() === true;
}

function lints(text: string): boolean {
  return /\btraffic-policy\b.*\blint\b|\bpolicies:lint\b/.test(text);
}

function upTo({ placeInRepository }: NewProject): string {
  return placeInRepository.replaceAll(/[^/]+/g, "..");
}
