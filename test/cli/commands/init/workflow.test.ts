import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { Files } from "@traffic-policy/project";
import { NewProject } from "../../../../packages/cli/src/commands/init/new-project.ts";
import { templates } from "../../../../packages/cli/src/commands/init/templates.ts";
import { ciSteps } from "../../../../packages/cli/src/commands/init/ci.ts";

const root = new URL("../../../../", import.meta.url);
const managers = ["npm", "pnpm", "yarn", "bun"];

/** The workflow that `init` writes for a project whose packages that program installs. */
function workflowFor(manager: string): string {
  const folder = mkdtempSync(join(tmpdir(), "workflow-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ packageManager: `${manager}@1.0.0` }),
  );
  const [step] = ciSteps(
    new NewProject(folder, new Files(folder), templates["cloud-endpoint"]),
    "github",
  );
  return step !== undefined && "text" in step ? step.text : "";
}

interface Job {
  readonly if: string;
  readonly permissions: object;
  readonly steps: readonly {
    readonly env?: object;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

interface Workflow {
  readonly jobs: { readonly policies: object; readonly comment: Job; readonly scan: Job };
}

/** What stands behind each `uses:` of workflows, or of a page with some. */
function used(text: string): string[] {
  return [...text.matchAll(/\buses: (.*)$/gm)].map(([, action = ""]) => action);
}

describe.each(managers)("the workflow of a project with %s", (manager) => {
  test("pins each action to one commit, and says which version that is", () => {
    const text = workflowFor(manager);
    expect(used(text)).toHaveLength(manager === "bun" ? 10 : 7);
    for (const action of used(text)) {
      expect(action).toMatch(/^[\w/-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("may only read, and leaves no credentials in the clone", () => {
    const { permissions, jobs } = parse(workflowFor(manager)) as {
      permissions: object;
      jobs: { policies: { steps: object[] } };
    };
    expect(permissions).toEqual({ contents: "read" });
    expect(jobs.policies.steps[0]).toMatchObject({ with: { "persist-credentials": false } });
  });

  test("may write the comment of a pull request in one job only, which forks do not get", () => {
    const { policies, comment } = (parse(workflowFor(manager)) as Workflow).jobs;
    expect(policies).not.toHaveProperty("permissions");
    expect(comment.permissions).toEqual({ contents: "read", "pull-requests": "write" });
    expect(comment.if).toContain(
      "github.event.pull_request.head.repo.full_name == github.repository",
    );
    const [checkout] = comment.steps;
    expect(checkout).toMatchObject({ with: { "persist-credentials": false } });
    // What runs code of the project has no token that writes, and what has it runs no code.
    const last = comment.steps.at(-1);
    expect(Object.keys(last?.env ?? {})).toEqual(["GH_TOKEN", "NUMBER"]);
    expect(last?.run).not.toMatch(/traffic-policy (?!-->)|\$\{\{/);
    expect(JSON.stringify([policies, comment.steps.slice(0, -1)])).not.toMatch(/github\.token/);
  });

  test("uploads findings in one job, in public repositories only, which forks do not get", () => {
    const { scan } = (parse(workflowFor(manager)) as Workflow).jobs;
    expect(scan.permissions).toEqual({ contents: "read", "security-events": "write" });
    expect(scan.if).toMatch(/!github\.event\.repository\.private && .*head\.repo\.full_name ==/);
    const [lint, upload] = scan.steps.slice(-2);
    expect(lint?.run).toContain(`> ${upload?.with?.["sarif_file"]} `);
  });

  test("keeps what is downloaded, by the lock file; pnpm and Yarn are there when their cache is", () => {
    const { steps } = (parse(workflowFor(manager)) as Workflow).jobs.comment;
    const texts = steps.map((step) => JSON.stringify(step));
    const node = texts.findIndex((text) => text.includes("actions/setup-node"));
    const lockFiles = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", undefined];
    expect(steps[node]?.with?.["cache"]).toBe(manager === "bun" ? undefined : manager);
    expect(steps[node]?.with?.["cache-dependency-path"]).toBe(lockFiles[managers.indexOf(manager)]);
    const corepack = texts.findIndex((text) => text.includes("corepack enable"));
    expect(corepack).toBe(manager === "pnpm" || manager === "yarn" ? node - 1 : -1);
  });

  test("calls the command that the project has installed, not npx", () => {
    expect(workflowFor(manager)).not.toMatch(/\b(?:npx|bunx|exec) traffic-policy/);
    const command = manager === "yarn" ? "yarn traffic-policy" : "node_modules/.bin/traffic-policy";
    expect(workflowFor(manager)).toContain(`- run: ${command} lint . --format github\n`);
  });

  test("has no secret in any step: code of a pull request that nobody has reviewed runs in it", () => {
    expect(workflowFor(manager)).not.toMatch(/secrets\.|API_KEY/);
  });
});

test("an action has the same pin in a new project, in this one and on the pages", () => {
  const folder = new URL(".github/workflows/", root);
  const own = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
  const pages = ["docs/hooks.md", "docs/comparing.md"].map((page) =>
    readFileSync(new URL(page, root), "utf8"),
  );
  const pins = [...managers.map(workflowFor), ...own, ...pages].flatMap(used);
  for (const pin of pins) expect(pin).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const names = new Set(pins.map((pin) => pin.slice(0, pin.indexOf("@"))));
  expect(names).toContain("actions/checkout");
  expect(new Set(pins).size).toBe(names.size);
});
