import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cases, policy } from "../../../e2e/test/files.ts";
import { projectOf, type Project } from "../../project.ts";

/** What a file holds before and after the suggested cases are written, and that everything is covered then. */
async function written(
  files: Readonly<Record<string, string | object>>,
  file: string,
): Promise<{ readonly before: string; readonly after: string; readonly err: string }> {
  const project = projectOf(files);
  const before = file in files ? textOf(project, file) : "";
  const { status, err } = await project.run("test", "--suggest", "--write");
  expect(status).toBe(0);
  const after = textOf(project, file);
  expect(await project.run("test", "--min-coverage", "100")).toMatchObject({ status: 0, err: "" });
  const again = await project.run("test", "--write", "--format", "json");
  expect(again).toMatchObject({ status: 0, err: "" });
  expect(JSON.parse(again.out)).toMatchObject({ written: [], suggested: [] });
  expect(textOf(project, file)).toBe(after);
  return { before, after, err };
}

function textOf({ folder }: Project, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

test("into YAML they are written behind the others, and all else stays as it is", async () => {
  const commented = `# What the site must do.\n${cases.replace("  - name: The old", "\n  # Before 2020\n  - name: The old")}\n# The end\n`;
  const { before, after, err } = await written(
    { "web.policy.yaml": policy, "web.cases.yaml": commented },
    "web.cases.yaml",
  );
  const end = "\n# The end\n";
  expect(after.startsWith(before.slice(0, -end.length))).toBe(true);
  expect(after.endsWith(end)).toBe(true);
  expect(after.slice(before.length - end.length)).toMatch(/^\n {2}- name: /);
  expect(err).toMatch(/^web\.cases\.yaml was changed: \d cases more\.\n$/);
});

test("into JSON they are written in the style of the file", async () => {
  const one = {
    name: "a",
    request: { url: "https://a.example/" },
    expect: { outcome: "forwarded" },
  };
  const { before, after } = await written(
    {
      "web.policy.yaml": policy,
      "web.cases.json": `${JSON.stringify({ cases: [one] }, null, 4)}\n`,
    },
    "web.cases.json",
  );
  expect(after.startsWith(before.slice(0, before.lastIndexOf("\n    ]")))).toBe(true);
  expect(after).toContain('\n        {\n            "name": ');
  expect(JSON.parse(after)).toMatchObject({ cases: [one, {}, {}, {}, {}] });
});

const configuration = {
  service: "emulator",
  targets: { web: { kind: "https-route", edge: "e", route: "r", policy: "web.policy.yaml" } },
};

test("for a policy without cases, a file is created", async () => {
  const { after, err } = await written(
    { "traffic-policy.config.json": configuration, "web.policy.yaml": policy },
    "web.cases.yaml",
  );
  expect(after).toMatch(/^cases:\n {2}- name: /);
  expect(err).toMatch(/^web\.cases\.yaml was created, with \d cases\.\n$/);
});

test("a file that cannot be changed exactly is left alone, and the cases are printed", async () => {
  const shared = `list: &list\n${cases.replace("cases:\n", "")}cases: *list\n`;
  const project = projectOf({ "web.policy.yaml": policy, "web.cases.yaml": shared });
  const { status, out, err } = await project.run("test", "--suggest", "--write");
  expect(textOf(project, "web.cases.yaml")).toBe(shared);
  expect({ status, err }).toMatchObject({ status: 2 });
  expect(out + err).toContain("web.cases.yaml");
});

test.each([
  [["--filter", "a"], "--write and --filter cannot be used together."],
  [["--watch"], "--write and --watch cannot be used together."],
])("it is not written with %j", async (more, message) => {
  const project = projectOf({ "web.policy.yaml": policy, "web.cases.yaml": cases });
  const { status, err } = await project.run("test", "--write", ...more);
  expect(err).toContain(message);
  expect(status).toBe(2);
  expect(textOf(project, "web.cases.yaml")).toBe(cases);
});
