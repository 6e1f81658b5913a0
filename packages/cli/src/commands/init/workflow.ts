import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "@traffic-policy/project";
import { Document, Scalar } from "yaml";
import type { Workspace } from "./workspace.ts";
import type { ContinuousIntegration } from "./command.ts";
import { enumerated } from "@traffic-policy/policy-language/internal";
import { commentJob } from "./comment-job.ts";
import { hasCases } from "./project-files.ts";
import type { PackageManager, NewProject } from "./new-project.ts";
import type { Step } from "./step.ts";
import { pageAddress } from "../../version.ts";

/**
 * The workflow that lints, tests and type-checks the policies of a pull request, and keeps a comment on it
 * up to date.
 */
export function workflowSteps(
  project: NewProject,
  asked: ContinuousIntegration,
  workspace: Workspace = {},
): Step[] {
  const tests = workspace.hasCases ?? hasCases(project);
  const top = project.placeInRepository === "." ? "" : `${upTo(project)}/`;
  const path = `${top}.github/workflows/traffic-policy.yml`;
  if (asked === "none") return [];
  const inTheWay = [".github", ".github/workflows"].find((name) => isFile(project, top + name));
  if (inTheWay !== undefined) {
    const why = `${inTheWay} is a file: replace it by a folder, and run this again.`;
    return [{ path, what: "skip", why }];
  }
  const folder = join(project.folder, top, ".github/workflows");
  const there = existsSync(folder)
    ? readdirSync(folder).find((name) => lints(textOf(join(folder, name), project.files)))
    : undefined;
  if (there !== undefined) return [{ path: `${top}.github/workflows/${there}`, what: "keep" }];
  if (project.has(path)) {
    return [
      {
        path,
        what: "skip",
        why: "It exists but does not lint policies: add `traffic-policy lint . --format github` to it.",
      },
    ];
  }
  const other = otherSystems.find((name) => project.has(`${top}${name}`));
  if (asked === "auto" && other !== undefined && !project.has(`${top}.github`)) {
    const commands = checks(project, tests).map((command) => `\`${command}\``);
    const address = "docs/hooks.md#gitlab";
    const page =
      other === ".gitlab-ci.yml" ? `; ${pageAddress(address) ?? address} shows a job` : "";
    const why = `It is your own: add ${enumerated(commands)}${page}.`;
    return [{ path: `${top}${other}`, what: "skip", why }];
  }
  if (asked === "auto" && workspace.root !== undefined) {
    const { start } = project.packageManager;
    const where = workspace.root === "." ? "here" : `in ${workspace.root}`;
    const why = `One is enough for all projects of the workspace: \`${start} traffic-policy init\` ${where} writes it.`;
    return [{ path, what: "skip", why }];
  }
  return [{ path, what: "write", text: workflow(project, tests) }];
}

const otherSystems = [
  ".gitlab-ci.yml",
  ".circleci",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  ".travis.yml",
  "Jenkinsfile",
  ".woodpecker.yml",
  ".forgejo",
  ".gitea",
];

function isFile(project: NewProject, path: string): boolean {
  return project.files.statIfAny(join(project.folder, path))?.isFile() === true;
}

function textOf(file: string, files: Files): string {
  const text = files.statIfAny(file)?.isFile() === true ? files.looseTextIfAny(file) : undefined;
  return text ?? "";
}

function lints(text: string): boolean {
  return /\btraffic-policy\b.*\blint\b|\bpolicies:lint\b/.test(text);
}

function upTo({ placeInRepository }: NewProject): string {
  return placeInRepository.replaceAll(/[^/]+/g, "..");
}

function checks(project: NewProject, tests: boolean, format = ""): string[] {
  const { name, start } = project.packageManager;
  return [
    `${start} traffic-policy lint .${format}`,
    ...(tests ? [`${start} traffic-policy test${format}`] : []),
    `${name} run policies:types`,
  ];
}

function workflow(project: NewProject, tests: boolean): string {
  const { packageManager, placeInRepository } = project;
  const { name, installLocked } = packageManager;
  const programs: Readonly<Record<PackageManager["name"], readonly object[]>> = {
    npm: [],
    yarn: [{ run: "corepack enable" }],
    pnpm: [{ run: "corepack enable" }],
    bun: [{ uses: pinned(pinnedActions.bun) }],
  };
  const settings =
    placeInRepository === "."
      ? {}
      : { defaults: { run: { "working-directory": placeInRepository } } };
  // Each job has its own: what is the same object would be written as a reference.
  const setUp = (): object[] => [
    { uses: pinned(pinnedActions.checkout), with: { "persist-credentials": false } },
    { uses: pinned(pinnedActions.node), with: { "node-version": 22 } },
    ...programs[name].map((step) => ({ ...step })),
    { run: installLocked },
  ];
  const policies = {
    "runs-on": "ubuntu-latest",
    ...settings,
    steps: [...setUp(), ...checks(project, tests, " --format github").map((run) => ({ run }))],
  };
  const document = new Document(
    {
      name: "Traffic policies",
      on: "pull_request",
      permissions: { contents: "read" },
      jobs: { policies, comment: commentJob(project, { tests, setUp: setUp(), settings }) },
    },
    { aliasDuplicateObjects: false },
  );
  return document.toString({ lineWidth: 0 });
}

/** An action pinned to its commit, with the version in a comment, which update tools read. */
function pinned({ action, commit, version }: PinnedAction): Scalar {
  const scalar = new Scalar(`${action}@${commit}`);
  scalar.comment = ` ${version}`;
  return scalar;
}

/** A public action, pinned to the commit of a version, because a tag can be moved to other code. */
interface PinnedAction {
  readonly action: string;
  readonly commit: string;
  readonly version: string;
}

/** The actions of the workflow that a project gets. The project's own workflows have the same pins. */
const pinnedActions = {
  checkout: {
    action: "actions/checkout",
    commit: "3d3c42e5aac5ba805825da76410c181273ba90b1",
    version: "v7.0.1",
  },
  node: {
    action: "actions/setup-node",
    commit: "820762786026740c76f36085b0efc47a31fe5020",
    version: "v7.0.0",
  },
  bun: {
    action: "oven-sh/setup-bun",
    commit: "0c5077e51419868618aeaa5fe8019c62421857d6",
    version: "v2.2.0",
  },
} as const satisfies Readonly<Record<string, PinnedAction>>;
