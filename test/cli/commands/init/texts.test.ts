import { readFileSync } from "node:fs";
import { nodeTypesVersion, typescriptVersion } from "@traffic-policy/policy-builder/project";
import { Files } from "@traffic-policy/project";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  preCommitRepository,
  shellCommands,
} from "../../../../packages/cli/src/commands/init/hook.ts";
import { NewProject } from "../../../../packages/cli/src/commands/init/new-project.ts";
import { templates } from "../../../../packages/cli/src/commands/init/templates.ts";
import { workflowSteps } from "../../../../packages/cli/src/commands/init/workflow.ts";

const root = new URL("../../../../", import.meta.url);

function text(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

test("the hook of git alone is the one that the page about hooks shows", () => {
  expect(text("docs/examples/hooks/pre-commit")).toBe(`#!/bin/sh\n${shellCommands}`);
});

test("the lines for lefthook and lint-staged run the command of pre-commit's hook", async () => {
  const [{ entry = "" } = {}] = preCommitRepository.hooks;
  const globs = "*.{ts,mts,js,mjs,json,yaml,yml}";
  expect(parse(text("docs/examples/hooks/lefthook.yml"))).toEqual({
    "pre-commit": { commands: { policies: { glob: globs, run: `${entry} {staged_files}` } } },
  });
  const { default: lintStaged } = (await import(
    new URL("docs/examples/hooks/lint-staged.config.mjs", root).href
  )) as { default: object };
  // It looks for commands in node_modules/.bin, and adds the files.
  expect(lintStaged).toEqual({ [globs]: entry.replace("node_modules/.bin/", "") });
});

test("the workflow is the one that the page about hooks shows", () => {
  const project = new NewProject("/nowhere", new Files("/"), templates["cloud-endpoint"]);
  expect(workflowSteps(project, "github")).toEqual([
    {
      path: ".github/workflows/traffic-policy.yml",
      what: "write",
      text: text("docs/examples/hooks/pull-request.yml"),
    },
  ]);
});

test("the hook of pre-commit is that of .pre-commit-hooks.yaml", () => {
  const [{ description: _left, ...hook } = {}] = parse(text(".pre-commit-hooks.yaml")) as {
    description?: string;
  }[];
  expect(preCommitRepository.hooks).toEqual([hook]);
});

test("a new project has the compiler that the builder's types are tested with", () => {
  const { devDependencies } = JSON.parse(text("package.json")) as {
    devDependencies: Record<string, string>;
  };
  expect(typescriptVersion).toBe(devDependencies["typescript"]);
  expect(nodeTypesVersion).toBe(devDependencies["@types/node"]);
});
