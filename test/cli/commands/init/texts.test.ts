import { readFileSync } from "node:fs";
import { cloudVersionHeader } from "@traffic-policy/emulator";
import {
  configurationText,
  nodeTypesVersion,
  projectDependencies,
  typescriptVersion,
} from "@traffic-policy/policy-builder/project";
import { Files } from "@traffic-policy/project";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  preCommitRepository,
  shellCommands,
} from "../../../../packages/cli/src/commands/init/hook.ts";
import { NewProject } from "../../../../packages/cli/src/commands/init/new-project.ts";
import { templates } from "../../../../packages/cli/src/commands/init/templates.ts";
import { ciSteps } from "../../../../packages/cli/src/commands/init/ci.ts";

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

test.each([
  ["github", ".github/workflows/traffic-policy.yml", "pull-request.yml"],
  ["gitlab", ".gitlab-ci.yml", "gitlab-ci.yml"],
  ["script", "check-policies.sh", "check-policies.sh"],
] as const)("what --ci %s writes is what the page about hooks shows", (ci, path, example) => {
  const project = new NewProject("/nowhere", new Files("/"), templates["cloud-endpoint"]);
  expect(ciSteps(project, ci)).toEqual([
    {
      path,
      what: "write",
      text: text(`docs/examples/hooks/${example}`),
      ...(ci === "script" && { executable: true }),
    },
  ]);
});

test("a new configuration asks a real service for its version with cloud endpoints", () => {
  const target = { name: "web", policyFile: "policies/web.policy.ts" };
  const { name, value } = cloudVersionHeader;
  const header = `versionHeader: { name: "${name}", value: "${value}" }`;
  expect(configurationText({ ...target, kind: "cloud-endpoint" })).toContain(header);
  expect(configurationText({ ...target, kind: "tcp-edge" })).not.toContain("versionHeader");
});

test("the hook of pre-commit is that of .pre-commit-hooks.yaml", () => {
  const [{ description: _left, ...hook } = {}] = parse(text(".pre-commit-hooks.yaml")) as {
    description?: string;
  }[];
  expect(preCommitRepository.hooks).toEqual([hook]);
});

test("Dependabot and Renovate, as the page shows, update all packages of this project together", () => {
  const { updates } = parse(text("docs/examples/hooks/dependabot.yml")) as {
    updates: { groups?: { "traffic-policy": { patterns: string[] } } }[];
  };
  const { packageRules } = JSON.parse(text("docs/examples/hooks/renovate.json")) as {
    packageRules: { matchPackageNames: string[] }[];
  };
  const own = Object.keys(projectDependencies("1.0.0")).filter((name) =>
    name.includes("traffic-policy"),
  );
  expect(own).toHaveLength(2);
  const patterns = [
    updates[0]?.groups?.["traffic-policy"].patterns,
    packageRules[0]?.matchPackageNames,
  ];
  for (const globs of patterns) {
    const fits = (name: string): boolean =>
      globs?.some((glob) => new RegExp(`^${glob.replaceAll(/\*+/g, ".+")}$`).test(name)) === true;
    expect(own.filter((name) => !fits(name))).toEqual([]);
    expect(fits("typescript")).toBe(false);
  }
});

test("a new project has the compiler that the builder's types are tested with", () => {
  const { devDependencies } = JSON.parse(text("package.json")) as {
    devDependencies: Record<string, string>;
  };
  expect(typescriptVersion).toBe(devDependencies["typescript"]);
  expect(nodeTypesVersion).toBe(devDependencies["@types/node"]);
});
