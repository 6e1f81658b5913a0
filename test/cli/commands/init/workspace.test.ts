import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf, type Project } from "../../project.ts";

const root = {
  environments: { staging: { service: { emulator: "a" } }, "eu-west": { service: "emulator" } },
};

function configurationIn({ folder }: Project, name: string): string {
  return readFileSync(join(folder, name, "traffic-policy.config.ts"), "utf8");
}

function withPackage(project: Project, name: string): Project {
  mkdirSync(join(project.folder, name), { recursive: true });
  return project;
}

test("a new package of a workspace extends the configuration of its root, and the root plans both", async () => {
  const project = projectOf({
    "package.json": { workspaces: ["services/*"] },
    "traffic-policy.config.json": root,
  });
  for (const name of ["services/shop", "services/api"]) {
    expect((await project.run("init", "--for", "tcp-edge", name)).status).toBe(0);
  }
  expect(configurationIn(project, "services/shop")).toBe(
    `import { defineConfig } from "traffic-policy";

export default defineConfig({
  extends: "../../traffic-policy.config.json",
  targets: {
    ssh: { kind: "tcp-edge", policy: "./policies/ssh.policy.ts" },
  },
  environments: {
    staging: { targets: { ssh: { edge: "edge_shop_staging" } } },
    "eu-west": { targets: { ssh: { edge: "edge_shop_eu-west" } } },
  },
});
`,
  );
  const again = await project.run("init", "--for", "tcp-edge", "services/shop", "--dry-run");
  expect(again.out).toMatch(/would keep +traffic-policy\.config\.ts/);
});

test.each([
  ["names its emulator", { service: "emulator" }, ""],
  ["names no service", {}, '\n  service: "emulator",'],
])(
  "the configuration of a root without environments that %s is extended",
  async (_, shared, own) => {
    const project = projectOf({
      "pnpm-workspace.yaml": "packages: ['services/*', '!services/old']",
      "traffic-policy.config.json": shared,
    });
    await project.run("init", "--for", "tcp-edge", "services/shop");
    expect(configurationIn(project, "services/shop")).toContain(`
  extends: "../../traffic-policy.config.json",${own}
  targets: {
    ssh: tcpEdge("edge_shop", "./policies/ssh.policy.ts"),
  },
`);
    await project.run("init", "--for", "tcp-edge", "services/old");
    expect(configurationIn(project, "services/old")).not.toContain("extends");
  },
);

test.each([
  ["is in no workspace", {}],
  ["is not among the projects", { projects: ["apps/*", "services/shop"] }],
])("a folder that %s has a configuration of its own", async (_, more) => {
  const project = projectOf({ "traffic-policy.config.json": { ...root, ...more } });
  withPackage(project, "services/shop");
  if ("projects" in more) project.write("services/shop/traffic-policy.config.json", root);
  await project.run("init", "--for", "tcp-edge", "services/api");
  expect(configurationIn(project, "services/api")).not.toContain("extends");
});

test("a root that is broken is reported, and nothing is written", async () => {
  const project = withPackage(projectOf({ "traffic-policy.config.json": "{" }), "services/shop");
  const { status, out, err } = await project.run("init", "--for", "tcp-edge", "services/shop");
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(/^error: traffic-policy\.config\.json:1:2: /);
});

test.each([
  ["traffic-policy.config.yaml", "service: emulator"],
  ["traffic-policy.config.yml", "service: emulator"],
])("%s is kept, and gets no policy beside it", async (name, text) => {
  const { out } = await projectOf({ [name]: text }).run("init", "--for", "tcp-edge", "--dry-run");
  expect(out).toContain(`would keep   ${name}\n`);
  expect(out).not.toContain("policies/ssh.policy.ts");
});

test("a configuration in package.json is kept", async () => {
  const { out } = await projectOf({
    "package.json": { "traffic-policy": { service: "emulator" } },
  }).run("init", "--for", "tcp-edge", "--dry-run");
  expect(out).not.toContain("traffic-policy.config");
  expect(out.match(/package\.json/g)).toHaveLength(1);
});

test("one workflow is for all projects of a workspace: init writes it in the root, and says so in a package", async () => {
  const project = projectOf({
    "package.json": {},
    ".git/HEAD": "ref: refs/heads/main\n",
    "traffic-policy.config.json": { ...root, projects: ["services/*"] },
  });
  const workflow = join(project.folder, ".github/workflows/traffic-policy.yml");
  // The first one is not there yet when the root is asked about its projects.
  for (const name of ["services/shop", "services/api", "services/shop"]) {
    const { out, status } = await project.run("init", "--for", "tcp-edge", name);
    expect(status).toBe(0);
    expect(out).toContain(
      "One is enough for all projects of the workspace: `npx traffic-policy init` here writes it.",
    );
    expect(existsSync(workflow)).toBe(false);
  }
  expect((await project.run("init", "--for", "tcp-edge")).status).toBe(0);
  const text = readFileSync(workflow, "utf8");
  expect(text).toContain("node_modules/.bin/traffic-policy lint . --format github");
  expect(text).toContain("node_modules/.bin/traffic-policy test --format github");
  expect(text).not.toContain("working-directory");
  expect((await project.run("init", "--for", "tcp-edge", "services/api")).out).toMatch(
    /kept? .*traffic-policy\.yml/,
  );
});

test("--ci github writes the workflow of a package alone", async () => {
  const project = projectOf({
    ".git/HEAD": "ref: refs/heads/main\n",
    "traffic-policy.config.json": { ...root, projects: ["services/*"] },
  });
  await project.run("init", "--for", "tcp-edge", "services/shop", "--ci", "github");
  const workflow = join(project.folder, ".github/workflows/traffic-policy.yml");
  expect(readFileSync(workflow, "utf8")).toContain("working-directory: services/shop");
});
