import { readFileSync } from "node:fs";
import { nodeTypesVersion, typescriptVersion } from "@traffic-policy/policy-builder/project";
import { Files } from "@traffic-policy/policy-module";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  lefthookCommand,
  lintStagedCommand,
  files,
  preCommitRepository,
  shellCommands,
} from "../../../../packages/cli/src/commands/init/hook.ts";
import { Project } from "../../../../packages/cli/src/commands/init/project.ts";
import { workflowSteps } from "../../../../packages/cli/src/commands/init/workflow.ts";

const root = new URL("../../../../", import.meta.url);

function text(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

test("hooks are those that the page about hooks shows, which tests run", async () => {
  expect(parse(text("docs/examples/hooks/lefthook.yml"))).toEqual({
    "pre-commit": { commands: lefthookCommand },
  });
  expect(text("docs/examples/hooks/pre-commit")).toBe(`#!/bin/sh\n${shellCommands}`);
  const { default: lintStaged } = (await import(
    new URL("docs/examples/hooks/lint-staged.config.mjs", root).href
  )) as { default: object };
  expect(lintStaged).toEqual({ [files]: lintStagedCommand });
});

test("the workflow is the one that the page about hooks shows", () => {
  const project = new Project("/nowhere", new Files("/"));
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
