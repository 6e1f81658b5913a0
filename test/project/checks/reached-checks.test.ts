import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { Files } from "@traffic-policy/project";
import { expect, test } from "vitest";
import { reachedChecks } from "../../../packages/project/src/checks/reached-checks.ts";
import { assertions, cases as kind } from "../../../packages/project/src/checks/check-kind.ts";
import { projectOf } from "../../../packages/cli/src/configuration/project.ts";
import { run } from "../../../packages/cli/src/program.ts";
import { project } from "../../e2e/command.ts";
import { testContext } from "../../cli/context.ts";
import { Repository } from "../../e2e/repository.ts";

const configuration = JSON.stringify({
  service: "emulator",
  targets: { shop: { kind: "tcp-edge", edge: "e", policy: "named.json" } },
});

const files = {
  "traffic-policy.config.json": configuration,
  "lib/parts.ts": "",
  "lib/index.ts": 'export * from "./parts.ts";\n',
  "named.json": "{}",
  "other.json": "{}",
  "beside.policy.json": "{}",
  "beside.cases.yaml": "cases: []\n",
  "code.policy.ts": 'import "./lib/index.ts";\n',
  "code.cases.json": '{ "cases": [] }',
  "imports.cases.ts": 'import code from "./code.policy.ts";\n',
  "target.cases.yaml": "# for a target\npolicy: shop # this one\ncases: []\n",
  "target-in-code.cases.ts": "export default { policy: 'shop', cases: [] };\n",
  "path.cases.json": String.raw`{ "policy": "\u002e/other.json", "cases": [] }`,
  "path-in-code.cases.ts": "// it's\nexport default defineCases(`./other.json`, []);\n",
  "over/path.cases.yml": "{ policy: ../code.policy.ts, cases: [] }\n",
  "bodies/a.txt": "",
  "bodies/b": "",
  "body.cases.yaml":
    "policy: other.policy.json\ncases:\n  - request:\n      bodyFile:\n        bodies/a.txt\n",
  "body-in-code.cases.ts": 'const it = { request: { bodyFile: "bodies/a.txt" } };\n',
  "ngrok.yml": "endpoints: [{ traffic_policy_file: web.yaml }]\n",
  "held.cases.yaml": "policy: ngrok.yml#web # held\ncases: []\n",
  "reads.cases.ts": 'import { readFileSync } from "node:fs";\n',
  "site.cases.yaml": "site: .\ncases: []\n",
};

async function reached(...changed: readonly string[]): Promise<string[]> {
  const folder = realpathSync(project(files));
  const provider = new Files(folder);
  const found = Object.keys(files).filter((name) => name.includes(".cases."));
  const changes = {
    how: "changed",
    files: new Set(changed.map((name) => join(folder, name))),
    before: () => Promise.resolve(undefined),
  };
  const cases = { files: found.map((name) => join(folder, name)), folder, kind };
  const loaded = await projectOf({}, await testContext(folder)).configurations.ifAny();
  const all = await reachedChecks(changes, cases, loaded ? [loaded] : [], provider);
  const always = ["reads.cases.ts", "site.cases.yaml"];
  const names = all.files.map((file) => relative(folder, file));
  expect(names.filter((name) => always.includes(name))).toEqual(changed.length > 0 ? always : []);
  return names.filter((name) => !always.includes(name));
}

test.each([
  ["notes.md", []],
  ["beside.policy.json", ["beside.cases.yaml"]],
  ["beside.cases.yaml", ["beside.cases.yaml"]],
  ["code.policy.ts", ["code.cases.json", "imports.cases.ts", "over/path.cases.yml"]],
  ["lib/parts.ts", ["code.cases.json", "imports.cases.ts", "over/path.cases.yml"]],
  ["named.json", ["target.cases.yaml", "target-in-code.cases.ts"]],
  ["other.json", ["path.cases.json", "path-in-code.cases.ts"]],
  ["bodies/a.txt", ["body.cases.yaml", "body-in-code.cases.ts"]],
  ["beside.policy.yaml", ["beside.cases.yaml"]],
  ["ngrok.yml", ["held.cases.yaml"]],
  ["web.yaml", ["held.cases.yaml"]],
  [
    "traffic-policy.config.json",
    Object.keys(files).filter((name) => name.includes(".cases.") && !/^(?:reads|site)/.test(name)),
  ],
])("a change of %s reaches its cases", async (changed, expected) => {
  expect(await reached(changed)).toEqual(expected);
});

test("without changes nothing is reached", async () => {
  expect(await reached()).toEqual([]);
});

test("assertion files are reached as case files are, and by nothing that only reaches these", async () => {
  const folder = realpathSync(
    project({
      "a.policy.json": "{}",
      "a.cases.yaml": "cases: []\n",
      "a.assertions.yaml": "assertions: []\n",
      "b.assertions.ts": 'import "./a.policy.json";\n',
      "c.assertions.yaml": "policy: a.cases.yaml\n",
    }),
  );
  const provider = new Files(folder);
  const names = ["a.assertions.yaml", "b.assertions.ts", "c.assertions.yaml"];
  const all = { files: names.map((name) => join(folder, name)), folder, kind: assertions };
  const reachedBy = async (name: string): Promise<string[]> => {
    const before = (): Promise<undefined> => Promise.resolve(undefined);
    const changes = { how: "changed", files: new Set([join(folder, name)]), before };
    const found = await reachedChecks(changes, all, [], provider);
    return found.files.map((file) => relative(folder, file));
  };
  expect(await reachedBy("a.policy.json")).toEqual(["a.assertions.yaml", "b.assertions.ts"]);
  expect(await reachedBy("a.cases.yaml")).toEqual(["c.assertions.yaml"]);
});

test("test --changed, --since and --staged run what is reached, as it is saved or staged", async () => {
  const repository = await Repository.create();
  const { folder } = repository;
  const policy = (action: string): string =>
    `{ "inbound": [{ "name": "a", "actions": [{ "type": "${action}" }] }] }\n`;
  const cases =
    "cases:\n  - { name: all, request: { url: https://a.example/ }, expect: { outcome: denied } }\n";
  for (const name of ["a", "b"]) {
    repository.write(`${name}.policy.json`, policy("deny"));
    repository.write(`${name}.cases.yaml`, cases);
  }
  const targets = { c: { kind: "https-route", edge: "e", route: "r", policy: "c.policy.json" } };
  repository.write("c.policy.json", policy("deny"));
  repository.write("traffic-policy.config.json", JSON.stringify({ service: "emulator", targets }));
  await repository.git("add", ".");
  await repository.git("commit", "--quiet", "--message", "first");
  const ran = async (...args: string[]): Promise<{ status: number; out: string; err: string }> => {
    const env = { NO_COLOR: "1", PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" };
    const context = await testContext(folder, env);
    const status = await run(["test", ...args], context);
    return { status, ...context.printed };
  };
  expect(await ran("--changed", "--coverage")).toEqual({
    status: 0,
    out: "",
    err: "Nothing changed since the last commit.\n",
  });
  expect(JSON.parse((await ran("--since", "HEAD", "--format", "json")).out)).toMatchObject({
    files: [],
  });
  repository.write("notes.md", "");
  expect((await ran("--changed")).err).toBe(
    "Nothing that changed since the last commit affects a case.\n",
  );
  repository.write("a.policy.json", policy("compress-response"));
  await repository.git("add", ".");
  repository.write("a.policy.json", policy("deny"));
  const passed = await ran("--changed");
  expect(passed).toMatchObject({ status: 0, out: expect.stringMatching(/a\.cases\.yaml/) });
  expect(passed.out).not.toMatch(/b\.cases\.yaml/);
  expect(passed.err).toBe("");
  expect((await ran("--staged")).status).not.toBe(0);
  expect(await ran("--changed", "b.policy.json")).toMatchObject({
    status: 0,
    out: expect.stringMatching(/b\.cases\.yaml[^]*1 passed in 1 file/),
  });
  await repository.git("reset", "--quiet", "--hard");
  repository.write("c.policy.json", `\n${policy("deny")}`);
  expect((await ran("--changed")).out).toMatch("Not tested: c.policy.json (no cases).\n");
  repository.write("b.cases.yaml", cases.replace("denied", "forwarded"));
  await repository.git("add", ".");
  repository.write("b.cases.yaml", cases);
  expect((await ran("--changed")).status).toBe(0);
  expect((await ran("--staged")).status).toBe(1);
});
