import { existsSync, realpathSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { Files, type LoadedConfiguration } from "@traffic-policy/project";
import { reachedPolicies } from "../../../packages/project/src/changed/reached-policies.ts";
import { project } from "../../e2e/command.ts";

async function reachedIn(
  folder: string,
  changed: readonly string[],
  policies: readonly string[],
  configuration?: string,
): Promise<string[]> {
  const files = new Files(folder);
  const fileOf = (name: string): string => join(folder, name);
  const changes = {
    how: "changed",
    files: new Set(changed.map(fileOf)),
    before: () => Promise.resolve(undefined),
  };
  const loaded: LoadedConfiguration | undefined =
    configuration === undefined
      ? undefined
      : {
          environment: undefined,
          environmentNames: [],
          service: undefined,
          services: {},
          targets: {},
          limits: {},
          parts: {},
          inputs: [fileOf("known.json")],
          file: fileOf(configuration),
          sources: [fileOf(configuration)],
          folder,
          fileOf,
          nameOf: (file) => relative(folder, file),
          locate: (file) => ({ file, start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }),
        };
  const found = await reachedPolicies(changes, policies.map(fileOf), loaded ? [loaded] : [], files);
  return found.map((file) => relative(folder, file));
}

function reached(
  files: Readonly<Record<string, string>>,
  changed: readonly string[],
  configuration?: string,
): Promise<string[]> {
  const policies = Object.keys(files).filter((name) => name.includes(".policy."));
  return reachedIn(realpathSync(project(files)), changed, policies, configuration);
}

test.each([
  ["a static import", 'import { x } from "./lib/x.ts";'],
  ["an import of JavaScript that is TypeScript", 'import "./lib/x.js";'],
  ["an import without an ending", 'import * as x from "./lib/x";'],
  ["an export", 'export { x } from "./lib/x.ts";'],
  ["an export of all", 'export * from "./lib/x.ts";'],
  ["a dynamic import", 'const { x } = await import("./lib/x.ts");'],
  ["a dynamic import of what nobody knows", "const { x } = await import(process.env.X!);"],
  ["over another module", 'import "./over.ts";'],
  ["over modules that import each other", 'import "./one.ts";'],
  ["a module that reads files", 'import { readFileSync } from "node:fs";'],
  ["a package that is not there", 'import "nowhere";'],
  ["a module that gets at files in another way", 'process.getBuiltinModule("fs");'],
  ["a comment before the name", 'import { x } from /* y */ "./lib/x.ts";'],
  ["an escape in the name", String.raw`import { x } from "./lib/\x78.ts";`],
  ["an import over lines", 'import {\n  x\n}\nfrom\n"./lib/x.ts";'],
])("%s reaches a policy", async (_what, text) => {
  const files = {
    "a.policy.ts": `// é\n${text}\nexport default {};\n`,
    "other.policy.ts": 'import "./other.ts";\nimport { sep } from "node:path";\n',
    "named.policy.ts": '// import x from "./lib/x.ts";\nimport { sep } from "node:path";\n',
    "plain.policy.json": "{}",
    "over.ts": 'export * from "./lib/x.ts";\n',
    "one.ts": 'import "./two.ts";\n',
    "two.ts": 'import "./one.ts";\nimport "./lib/x.ts";\n',
    "other.ts": "export {};\n",
    "lib/x.ts": "export const x = 1;\n",
  };
  expect(await reached(files, ["lib/x.ts"])).toEqual(["a.policy.ts"]);
  expect(await reached(files, ["lib"])).toEqual(["a.policy.ts"]);
  const { "lib/x.ts": _removed, ...without } = files;
  expect(await reached(without, ["lib/x.ts"])).toEqual(["a.policy.ts"]);
});

test("a policy reaches itself, and a configuration in code all", async () => {
  const files = {
    "a.policy.ts": "export default {};\n",
    "b.policy.json": "{}",
    "c.policy.yaml": "",
    "traffic-policy.config.ts": 'import "./rules.ts";\n',
    "rules.ts": "",
  };
  const code = "traffic-policy.config.ts";
  const all = ["a.policy.ts", "b.policy.json", "c.policy.yaml"];
  for (const name of all) expect(await reached(files, [name])).toEqual([name]);
  expect(await reached(files, ["traffic-policy.config.ts"], code)).toEqual(all);
  expect(await reached(files, ["rules.ts"], code)).toEqual(all);
  expect(await reached(files, ["known.json"], code)).toEqual(all);
  expect(await reached(files, ["package.json"], code)).toEqual([]);
  expect(await reached(files, [])).toEqual([]);
});

test("a configuration that is gone reaches what is in its folder", async () => {
  const files = { "a/one.policy.json": "{}", "b/two.policy.json": "{}" };
  expect(await reached(files, ["a/traffic-policy.config.json"])).toEqual(["a/one.policy.json"]);
});

test("a package of the same repository is followed, and one that is installed is not", async () => {
  const folder = realpathSync(
    project({
      "a.policy.mjs": 'import "shared";\n',
      "b.policy.mjs": 'import "installed";\n',
      "packages/shared/package.json": '{ "name": "shared", "main": "index.js" }',
      "packages/shared/index.js": "",
      "node_modules/installed/package.json": '{ "name": "installed", "main": "index.js" }',
      "node_modules/installed/index.js": "",
    }),
  );
  symlinkSync(join(folder, "packages/shared"), join(folder, "node_modules/shared"));
  const policies = ["a.policy.mjs", "b.policy.mjs"];
  expect(await reachedIn(folder, ["packages/shared/index.js"], policies)).toEqual(["a.policy.mjs"]);
});

test("links are followed: to what changed, or because they changed themselves", async () => {
  const folder = realpathSync(
    project({ "real/a.json": "{}", "real/b.json": "{}", "b.policy.json": "{}" }),
  );
  symlinkSync("real/a.json", join(folder, "over.json"));
  symlinkSync("over.json", join(folder, "a.policy.json"));
  symlinkSync("real", join(folder, "current"));
  symlinkSync("round.policy.json", join(folder, "round.policy.json"));
  const policies = ["a.policy.json", "b.policy.json", "current/b.json", "round.policy.json"];
  const of = (changed: string): Promise<string[]> => reachedIn(folder, [changed], policies);
  expect(await of("a.policy.json")).toEqual(["a.policy.json"]);
  expect(await of("over.json")).toEqual(["a.policy.json"]);
  expect(await of("real/a.json")).toEqual(["a.policy.json"]);
  expect(await of("current")).toEqual(["current/b.json"]);
  expect(await of("real")).toEqual(["a.policy.json", "current/b.json"]);
  expect(await of("round.policy.json")).toEqual(["round.policy.json"]);
});

/** Files that tell which of them were read. */
class NotedFiles extends Files {
  readonly read: string[] = [];

  override looseTextIfAny(file: string): string | undefined {
    this.read.push(relative(this.folder, file));
    return super.looseTextIfAny(file);
  }
}

test("data that did not change is not read, and each module once", async () => {
  const folder = realpathSync(
    project({
      "a.policy.json": "{}",
      "b.policy.yaml": "{}",
      "c.policy.ts": 'import "./lib/y.ts";\n',
      "d.policy.ts": 'import "./lib/y.ts";\n',
      "lib/y.ts": 'import "./z.json" with { type: "json" };\n',
      "lib/z.json": "{}",
    }),
  );
  const files = new NotedFiles(folder);
  const inFolder = (name: string): string => join(folder, name);
  const names = ["a.policy.json", "b.policy.yaml", "c.policy.ts", "d.policy.ts"];
  const changed = new Set([inFolder("a.policy.json")]);
  const changes = { how: "changed", files: changed, before: () => Promise.resolve(undefined) };
  const found = await reachedPolicies(changes, names.map(inFolder), [], files);
  expect(found).toEqual([inFolder("a.policy.json")]);
  expect(files.read.filter((name) => existsSync(inFolder(name)))).toEqual([
    "c.policy.ts",
    "lib/y.ts",
    "d.policy.ts",
  ]);
});
