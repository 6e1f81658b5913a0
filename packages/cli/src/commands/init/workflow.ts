import { Document, Scalar } from "yaml";
import { checksOf } from "./ci-checks.ts";
import { commentJob, isOwn } from "./comment-job.ts";
import type { PackageManager, NewProject } from "./new-project.ts";

/**
 * The workflow of GitHub that lints, tests and type-checks the policies, uploads the findings for code scanning, and
 * keeps a comment on each pull request up to date.
 *
 * @param tests - true when there are cases
 */
export function githubWorkflow(project: NewProject, tests: boolean): string {
  const { placeInRepository } = project;
  const settings =
    placeInRepository === "."
      ? {}
      : { defaults: { run: { "working-directory": placeInRepository } } };
  // Each job has its own: what is the same object would be written as a reference.
  const setUp = (): object[] => setUpSteps(project.packageManager);
  const policies = {
    "runs-on": "ubuntu-latest",
    ...settings,
    steps: [...setUp(), ...checksOf(project, tests, " --format github").map((run) => ({ run }))],
  };
  const comment = commentJob(project, { tests, setUp: setUp(), settings });
  const scan = scanJob(project, { setUp: setUp(), settings });
  const document = new Document(
    {
      name: "Traffic policies",
      // Code scanning compares a pull request with what it found on its base.
      on: { pull_request: null, push: { branches: ["main", "master"] } },
      permissions: { contents: "read" },
      jobs: { policies, comment, scan },
    },
    { aliasDuplicateObjects: false },
  );
  return document.toString({ lineWidth: 0, nullStr: "" });
}

/** pnpm and Yarn come first, because the cache asks them for their folders. */
function setUpSteps({ name, installLocked, lockFile }: PackageManager): object[] {
  const checkout = { uses: pinned(pinnedActions.checkout), with: { "persist-credentials": false } };
  const cache = name === "bun" ? {} : { cache: name, "cache-dependency-path": lockFile };
  const node = { uses: pinned(pinnedActions.node), with: { "node-version": 22, ...cache } };
  const before = name === "pnpm" || name === "yarn" ? [{ run: "corepack enable" }] : [];
  const after = name === "bun" ? [{ uses: pinned(pinnedActions.bun) }] : [];
  return [checkout, ...before, node, ...after, { run: installLocked }];
}

/**
 * Returns the job that uploads the findings for code scanning, which public repositories have. Findings fail in the
 * job that prints them, so here only a run that breaks does.
 */
function scanJob(
  { packageManager: { command }, placeInRepository }: NewProject,
  { setUp, settings }: { readonly setUp: readonly object[]; readonly settings: object },
): object {
  const file = "traffic-policy.sarif";
  return {
    if: `\${{ !github.event.repository.private && (github.event_name == 'push' || ${isOwn}) }}`,
    "runs-on": "ubuntu-latest",
    permissions: { contents: "read", "security-events": "write" },
    ...settings,
    steps: [
      ...setUp,
      { run: `${command} lint . --format sarif > ${file} || test $? -eq 1` },
      {
        uses: pinned(pinnedActions.uploadSarif),
        with: { sarif_file: placeInRepository === "." ? file : `${placeInRepository}/${file}` },
      },
    ],
  };
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
  uploadSarif: {
    action: "github/codeql-action/upload-sarif",
    commit: "8aad20d150bbac5944a9f9d289da16a4b0d87c1e",
    version: "v4.36.2",
  },
} as const satisfies Readonly<Record<string, PinnedAction>>;
