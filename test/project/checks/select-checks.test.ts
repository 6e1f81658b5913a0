import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { Files } from "@traffic-policy/project";
import { assertions, cases } from "../../../packages/project/src/checks/check-kind.ts";
import { policyFilesOf, selectChecks } from "../../../packages/project/src/checks/select-checks.ts";
import { project } from "../../e2e/command.ts";

const folder = (): string =>
  project({
    "web.policy.ts": "",
    "web.cases.yaml": "",
    "web.cases.ts": "",
    "lonely.policy.yaml": "",
    "plain.json": "",
    "plain.cases.json": "",
    "more/a.cases.mts": "",
    "more/node_modules/b.cases.ts": "",
    "empty/file": "",
  });

test.each([
  ["web.cases.yaml", ["web.cases.yaml"]],
  ["web.policy.ts", ["web.cases.ts", "web.cases.yaml"]],
  ["plain.json", ["plain.cases.json"]],
  ["more", ["more/a.cases.mts"]],
  [".", ["more/a.cases.mts", "plain.cases.json", "web.cases.ts", "web.cases.yaml"]],
  ["*.policy.ts", ["web.cases.ts", "web.cases.yaml"]],
  ["*.cases.*s", ["web.cases.ts"]],
])("%s names %j", async (path, files) => {
  const cwd = folder();
  const { files: found } = await selectChecks([join(cwd, path)], cases, new Files(cwd));
  expect(found.toSorted()).toEqual(files.map((file) => join(cwd, file)));
});

test.each([
  ["nowhere", "There is no such file."],
  ["lonely.policy.yaml", "There is no case file next to it."],
  ["empty", "There is no case file in this folder."],
  ["*.nothing", "No case file matches "],
])("%s names none", async (path, message) => {
  const cwd = folder();
  await expect(selectChecks([join(cwd, path)], cases, new Files(cwd))).rejects.toThrow(message);
});

test("the policy of cases is the one that says it is one; any of the same name otherwise", () => {
  const cwd = project({ "a.policy.yaml": "", "a.json": "", "b.json": "", "b.yaml": "" });
  const found = (name: string): string[] => policyFilesOf(join(cwd, name), cases, new Files(cwd));
  expect(found("a.cases.ts")).toEqual([join(cwd, "a.policy.yaml")]);
  expect(found("b.cases.ts")).toEqual([join(cwd, "b.json"), join(cwd, "b.yaml")]);
  expect(found("c.cases.ts")).toEqual([]);
});

test("files of one kind are none of another", async () => {
  const cwd = project({ "a.policy.ts": "", "a.cases.yaml": "", "a.assertions.json": "" });
  const names = async (path: string): Promise<string[]> => {
    const { files } = await selectChecks([join(cwd, path)], assertions, new Files(cwd));
    return files.map((file) => relative(cwd, file));
  };
  expect(await names(".")).toEqual(["a.assertions.json"]);
  expect(await names("a.policy.ts")).toEqual(["a.assertions.json"]);
  expect(await names("*.*")).toEqual(["a.assertions.json"]);
  await expect(names("a.cases.yaml")).rejects.toThrow("There is no assertion file next to it.");
});
