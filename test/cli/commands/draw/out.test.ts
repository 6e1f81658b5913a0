import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf, type Project } from "../../project.ts";

const policy = (name: string) => ({ inbound: [{ name, actions: [{ type: "deny" }] }] });

const files = {
  "traffic-policy.config.json": {
    service: "emulator",
    targets: {
      "team/web": { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
      ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.policy.json" },
    },
  },
  "web.json": policy("Web"),
  "ssh.policy.json": policy("Ssh"),
};

function read({ folder }: Project, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

test("a picture is written to the file, and nothing is printed as a result", async () => {
  const project = projectOf(files);
  const printed = await project.run("draw", "web.json");
  const written = await project.run("draw", "web.json", "--out", "web.svg");
  expect(written).toEqual({ status: 0, out: "", err: "web.svg was written.\n" });
  expect(read(project, "web.svg")).toBe(printed.out);
});

test.each([
  ["svg", "web.svg"],
  ["mermaid", "web.mmd"],
  ["mermaid", "web.mermaid"],
])("an earlier picture is replaced: %s", async (format, file) => {
  const project = projectOf(files);
  const draw = () => project.run("draw", "web.json", "--format", format, "--out", file);
  await draw();
  expect(await draw()).toEqual({ status: 0, out: "", err: `${file} is unchanged.\n` });
  project.write("web.json", policy("Another"));
  expect(await draw()).toEqual({ status: 0, out: "", err: `${file} was written.\n` });
  expect(read(project, file)).toContain("Another");
});

test.each([
  ["<svg>mine</svg>", "web.svg", "svg"],
  ["", "web.svg", "svg"],
  ["flowchart TD\n  a --> b\n", "web.mmd", "mermaid"],
])("a file that is something else is not overwritten: %j", async (text, file, format) => {
  const project = projectOf({ ...files, [file]: text });
  const args = ["draw", "web.json", "--format", format, "--out", file];
  const { status, out, err } = await project.run(...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toBe(
    `error: ${file}: The file already exists, and is not a picture of a policy.\n  help: Use --force to overwrite it.\n`,
  );
  expect(read(project, file)).toBe(text);
  expect(await project.run(...args, "--force")).toMatchObject({ status: 0 });
  expect(read(project, file)).toContain("Web");
});

test("the pictures of all targets have a file each in a folder that is made", async () => {
  const project = projectOf(files);
  const { status, out, err } = await project.run("draw", "--out", "docs/pictures");
  expect({ status, out }).toEqual({ status: 0, out: "" });
  expect(err).toBe(
    "docs/pictures/team%2Fweb.svg was written.\ndocs/pictures/ssh.svg was written.\n",
  );
  expect(read(project, "docs/pictures/team%2Fweb.svg")).toContain("<title>team/web</title>");
  expect(read(project, "docs/pictures/ssh.svg")).toContain("policy for tcp");
});

test("files are called by their names without endings, also a single one in a folder", async () => {
  const project = projectOf(files);
  await project.run("draw", "ssh.policy.json", "--out", "new/");
  mkdirSync(join(project.folder, "there"));
  await project.run("draw", "web.json", "--out", "there", "--format", "mermaid");
  expect(readdirSync(join(project.folder, "new"))).toEqual(["ssh.svg"]);
  expect(readdirSync(join(project.folder, "there"))).toEqual(["web.mmd"]);
});

test("when one of several pictures may not be written, none is", async () => {
  const project = projectOf({ ...files, "all/ssh.svg": "mine" });
  const { status, err } = await project.run("draw", "--out", "all");
  expect(status).toBe(2);
  expect(err).toContain("all/ssh.svg: The file already exists, and is not a picture of a policy.");
  expect(readdirSync(join(project.folder, "all"))).toEqual(["ssh.svg"]);
});

test("when one of several policies cannot be drawn, nothing is written", async () => {
  const project = projectOf({ ...files, "wrong.json": "{" });
  const { status } = await project.run("draw", "web.json", "wrong.json", "--out", "all");
  expect(status).toBe(2);
  expect(existsSync(join(project.folder, "all"))).toBe(false);
});

test.each([
  [["web.json", "--out", "web.txt"], "web.txt: The picture is SVG.", "ends in .svg.\n"],
  [
    ["web.json", "--out", "web.mmd"],
    "web.mmd: The picture is SVG.",
    "ends in .svg, or --format mermaid.\n",
  ],
  [
    ["web.json", "--format", "mermaid", "--out", "web.svg"],
    "web.svg: The picture is Mermaid.",
    "ends in .mmd, or --format svg.\n",
  ],
  [["web.json", "--out", "no/web.svg"], "no/web.svg: The file cannot be written (ENOENT).", ""],
  [["--out", "web.json"], "web.json: This is a file.", "Several pictures need a folder.\n"],
  [["web.json", "--out", "web.json/"], "web.json: This is a file.", ""],
  [
    ["web.json", "more/WEB.json", "--out", "all"],
    'The pictures of "web" and "WEB" would share one file.',
    "each with a file of its own.\n",
  ],
])("%j ends with a sentence and status 2", async (args, sentence, help) => {
  const project = projectOf({ ...files, "more/WEB.json": policy("Other") });
  const before = readdirSync(project.folder);
  const { status, out, err } = await project.run("draw", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(`error: ${sentence}\n`);
  expect(err).toContain(help);
  expect(readdirSync(project.folder)).toEqual(before);
});

test("a picture that is read-only stays, and a link leads to the one that is replaced", async () => {
  const project = projectOf(files);
  await project.run("draw", "web.json", "--out", "web.svg");
  symlinkSync("web.svg", join(project.folder, "link.svg"));
  project.write("web.json", policy("Second"));
  expect(await project.run("draw", "web.json", "--out", "link.svg")).toMatchObject({ status: 0 });
  expect(read(project, "web.svg")).toContain("Second");
  chmodSync(join(project.folder, "web.svg"), 0o444);
  project.write("web.json", policy("Third"));
  const { status, err } = await project.run("draw", "web.json", "--out", "web.svg");
  expect(status).toBe(2);
  expect(err).toContain("web.svg: The file is read-only, so it was not changed.");
  expect(read(project, "web.svg")).toContain("Second");
});
