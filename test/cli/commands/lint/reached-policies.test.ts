import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Files } from "@traffic-policy/policy-module";
import { reachedPolicies } from "../../../../packages/cli/src/commands/lint/reached-policies.ts";

/** A folder with these files in it, as an absolute path; it is removed with the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "traffic-policy-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function reached(
  files: Readonly<Record<string, string>>,
  changed: readonly string[],
  configuration?: string,
): string[] {
  const folder = folderWith(files);
  const policies = Object.keys(files).filter((name) => name.includes(".policy."));
  const inFolder = (name: string): string => join(folder, name);
  return reachedPolicies(
    changed.map(inFolder),
    policies.map(inFolder),
    configuration && inFolder(configuration),
    new Files(folder),
  ).map((file) => relative(folder, file));
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
])("%s reaches a policy", (_what, text) => {
  const files = {
    "a.policy.ts": `// é\n${text}\nexport default {};\n`,
    "other.policy.ts": 'import "./other.ts";\nimport { sep } from "node:path";\n',
    "plain.policy.json": "{}",
    "over.ts": 'export * from "./lib/x.ts";\n',
    "one.ts": 'import "./two.ts";\n',
    "two.ts": 'import "./one.ts";\nimport "./lib/x.ts";\n',
    "other.ts": "export {};\n",
    "lib/x.ts": "export const x = 1;\n",
  };
  expect(reached(files, ["lib/x.ts"])).toEqual(["a.policy.ts"]);
  const { "lib/x.ts": _removed, ...without } = files;
  expect(reached(without, ["lib/x.ts"])).toEqual(["a.policy.ts"]);
});

test("a policy reaches itself, and a configuration all", () => {
  const files = {
    "a.policy.ts": "export default {};\n",
    "b.policy.json": "{}",
    "c.policy.yaml": "",
    "traffic-policy.config.ts": 'import "./rules.ts";\n',
    "rules.ts": "",
  };
  const all = ["a.policy.ts", "b.policy.json", "c.policy.yaml"];
  for (const name of all) expect(reached(files, [name])).toEqual([name]);
  expect(reached(files, ["traffic-policy.config.ts"], "traffic-policy.config.ts")).toEqual(all);
  expect(reached(files, ["rules.ts"], "traffic-policy.config.ts")).toEqual(all);
  expect(reached(files, ["package.json"], "traffic-policy.config.ts")).toEqual([]);
  expect(reached(files, [])).toEqual([]);
});

test("a package of the same repository is followed, and one that is installed is not", () => {
  const folder = folderWith({
    "a.policy.mjs": 'import "shared";\n',
    "b.policy.mjs": 'import "installed";\n',
    "packages/shared/package.json": '{ "name": "shared", "main": "index.js" }',
    "packages/shared/index.js": "",
    "node_modules/installed/package.json": '{ "name": "installed", "main": "index.js" }',
    "node_modules/installed/index.js": "",
  });
  symlinkSync(join(folder, "packages/shared"), join(folder, "node_modules/shared"));
  const policies = ["a.policy.mjs", "b.policy.mjs"].map((name) => join(folder, name));
  const changed = join(folder, "packages/shared/index.js");
  expect(reachedPolicies([changed], policies, undefined, new Files(folder))).toEqual([policies[0]]);
});
