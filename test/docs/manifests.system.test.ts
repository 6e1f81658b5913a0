import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commandWords } from "../../scripts/generate/command-words.ts";
import { root } from "../../scripts/generate/root.ts";
import { project, run, shell } from "../e2e/command.ts";
import { Repository } from "../e2e/repository.ts";
import { allPages, blocksOf } from "./pages.ts";

const page = allPages().find(({ path }) => path === "docs/manifests.md");
const blocks = page === undefined ? [] : blocksOf(page);
const folders = ["cluster", "agent", "terraform", "running"] as const;
type Folder = (typeof folders)[number];

const examples = (folder: Folder): string =>
  fileURLToPath(new URL(`docs/examples/manifests/${folder}/`, root));

/** A folder of the examples with no configuration above it. */
function copyOf(folder: Folder): string {
  const cwd = project({});
  cpSync(examples(folder), cwd, { recursive: true });
  return cwd;
}

async function repositoryOf(folder: Folder): Promise<Repository> {
  const repository = await Repository.create();
  cpSync(examples(folder), repository.folder, { recursive: true });
  await repository.git("add", "--all");
  await repository.git("commit", "--message", "start");
  return repository;
}

test.each(folders)(
  "what the page runs in %s prints the same in a folder with no configuration above it",
  async (folder) => {
    const shown = blocks.filter(({ info }) => info === `console folder=manifests/${folder}`);
    const cwd = copyOf(folder);
    const printed: string[] = [];
    for (const { text } of shown) {
      for (const [line, args = ""] of text.matchAll(/^\$ traffic-policy (.*)$/gm)) {
        const { out, err } = await run(commandWords(args), { cwd });
        printed.push(`${line}\n${out}${err}`);
      }
    }
    expect(printed.join("")).toBe(shown.map(({ text }) => text).join(""));
    expect(printed.length).toBeGreaterThan(1);
  },
);

describe("what other programs print is linted as the page says", () => {
  /** Programs that stand for those of others: each prints a file. */
  const programs = {
    helm: "cluster/wiki.yaml",
    kustomize: "cluster/wiki.yaml",
    terraform: "terraform/plan.json",
  };

  const lines = blocks
    .filter(({ info }) => info === "sh")
    .flatMap(({ text }) => text.split("\n").filter((line) => line.includes("| traffic-policy")));

  test.each(lines)("%s", async (line) => {
    const cwd = project({});
    const isUpdate = line.includes("--since state");
    for (const [name, shown] of Object.entries(programs)) {
      const [folder, file] = shown.split("/") as [Folder, string];
      const path = join(examples(folder), isUpdate ? file.replace("plan", "update") : file);
      writeFileSync(join(cwd, name), `#!/bin/sh\nexec cat '${path}'\n`);
      chmodSync(join(cwd, name), 0o755);
    }
    const called = line.replace("| traffic-policy", "| $TRAFFIC_POLICY");
    const { status, output } = await shell(`PATH="$PWD:$PATH"; ${called}`, { cwd });
    const isPlan = line.startsWith("terraform");
    const place = isPlan ? "stdin.yaml:1:" : "stdin.yaml:26:27 (NgrokTrafficPolicy/wiki)";
    const left = "Not linted: stdin.yaml#ngrok_cloud_endpoint.admin (the same as in the state).";
    expect(output).toContain(isUpdate ? left : place);
    expect(status).toBe(isPlan && !isUpdate ? 1 : 0);
  });

  test("there are lines of three programs", () => {
    expect(new Set(lines.map((line) => line.split(" ")[0]))).toEqual(
      new Set(Object.keys(programs)),
    );
  });
});

test("the hook of the page refuses a mistake in one policy of a list, and takes the right ones", async () => {
  const repository = await repositoryOf("cluster");
  const [, file = ""] = blocks.flatMap(({ info }) => / file=(\S+\/pre-commit)$/.exec(info) ?? []);
  repository.hook("pre-commit", readFileSync(new URL(file, root), "utf8"));
  const text = readFileSync(join(repository.folder, "endpoints.yaml"), "utf8");
  const refused = await repository.commit("endpoints.yaml", text.replace("status_code", "status"));
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain("endpoints.yaml:15:49 (CloudEndpoint/shop)");
  const taken = await repository.commit(
    "endpoints.yaml",
    text.replace("status_code: 404", "status_code: 410"),
  );
  expect(taken).toMatchObject({ status: 0 });
});

test("the workflow of the page finds the warning of the cluster, and its cases fail", async () => {
  const cwd = copyOf("cluster");
  const workflow = readFileSync(join(cwd, ".github/workflows/policies.yml"), "utf8");
  const results = [];
  for (const [, args = ""] of workflow.matchAll(
    /- run: node_modules\/.bin\/traffic-policy (.*)$/gm,
  )) {
    results.push(await run(commandWords(args), { cwd }));
  }
  expect(results.map(({ status }) => status)).toEqual([1, 1]);
  expect(results[0]?.out).toMatch(/^::warning file=wiki\.yaml,line=26,/);
  expect(results[1]?.out).toContain("file=wiki.cases.yaml,line=3");
});
