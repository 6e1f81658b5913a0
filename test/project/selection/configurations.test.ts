import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run as runCommand } from "../../../packages/cli/src/program.ts";
import { userEnvironment } from "../../../scripts/user-environment.js";
import { testContext } from "../../cli/context.ts";
import { run as runFrom } from "../../e2e/command.ts";
import { type Project, projectOf } from "../../cli/project.ts";

const policy = { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] };
const service = "emulator";
const target = { kind: "tcp-edge", edge: "edge_1", policy: "ssh.json" };

/** A workspace with these projects in `services`. */
function workspaceOf(projects: Readonly<Record<string, object>>, root: object = {}): Project {
  const project = projectOf({ "package.json": { workspaces: ["services/*"] } });
  project.write("traffic-policy.config.json", root);
  for (const [name, configuration] of Object.entries(projects)) {
    mkdirSync(join(project.folder, "services", name), { recursive: true });
    project.write(`services/${name}/traffic-policy.config.json`, configuration);
    project.write(`services/${name}/ssh.json`, policy);
  }
  return project;
}

test.each([["plan"], ["lint"]])(
  "%s names the project that has no environments where one is asked for",
  async (command) => {
    const { run, runIn } = workspaceOf(
      {
        one: { environments: { staging: { service, targets: { ssh: target } } } },
        two: { service, targets: { ssh: target } },
      },
      { environments: { staging: { service } } },
    );
    const text = (by: string): string =>
      `error: ${by} names "staging", but the configuration of services/two has no environments.\n`;
    const option = await run(command, "--environment", "staging");
    expect(option.err).toContain(text("--environment"));
    expect(option.status).toBe(2);
    const variable = await runIn({ TRAFFIC_POLICY_ENVIRONMENT: "staging" }, command);
    expect(variable.err).toContain(text("TRAFFIC_POLICY_ENVIRONMENT"));
  },
);

test.each([["plan"], ["lint"]])(
  "%s refuses a project that is named but is not there",
  async (command) => {
    const { run } = workspaceOf(
      { one: { service, targets: { ssh: target } } },
      { projects: ["services/*", "./services/one/", ".", "services/tow"] },
    );
    const { status, err } = await run(command);
    expect(err).toMatch(/^error: `projects` names "services\/tow", which has no configuration\.\n/);
    expect(status).toBe(2);
  },
);

test("a deploy that a broken project keeps from starting says what to do, in JSON, too", async () => {
  const { run } = workspaceOf({
    one: { service, targets: { ssh: target } },
    two: { service, targets: { ssh: { ...target, egde: "edge_2" } } },
  });
  const help = "Correct it, or run the command in the folder of a project.";
  const { status, err } = await run("deploy", "--yes");
  expect(err).toContain("services/two/traffic-policy.config.json:1:");
  expect(err).toContain(
    `error: Nothing was deployed: a project could not be loaded.\n  help: ${help}\n`,
  );
  expect(status).toBe(2);
  const { out } = await run("deploy", "--yes", "--format", "json");
  expect(JSON.parse(out)).toMatchObject({ targets: [{ outcome: "skipped", error: { help } }] });
});

test("a rollback of a target of a broken project says that the project is why", async () => {
  const { run } = workspaceOf({
    one: { service, targets: { ssh: target } },
    two: { service, targets: { web: { ...target, egde: "edge_2" } } },
  });
  const { status, err } = await run("rollback", "services/two:web", "--yes");
  expect(err).toContain("error: Nothing was rolled back: a project could not be loaded.\n");
  expect(err).not.toContain("has no target");
  expect(status).toBe(2);
});

test.each([["build"], ["pull"]])(
  "%s at the root of a workspace says where the targets are",
  async (command) => {
    const { run } = workspaceOf({ one: { service, targets: { ssh: target } } }, { service });
    const { out, err } = await run(command);
    expect(out + err).toContain("The configuration has no targets.\n");
    expect(out + err).toContain("run this in the folder of a project that has some.\n");
  },
);

test("lint of a workspace whose projects are all broken says what is wrong with them", async () => {
  const { run } = workspaceOf({ one: { service, targets: { ssh: { ...target, egde: "e" } } } });
  const { status, err } = await run("lint");
  expect(err).toContain('Unknown key "egde".');
  expect(status).toBe(2);
});

test("lint of standard input says what is wrong with the other projects, too", async () => {
  const { folder } = workspaceOf({
    one: { service, targets: { ssh: target } },
    two: { service, targets: { ssh: { ...target, egde: "edge_2" } } },
  });
  const args = ["lint", "--stdin-filename", "services/one/ssh.json"];
  const { status, err } = await runFrom(args, { cwd: folder, input: JSON.stringify(policy) });
  expect(err).toContain('Unknown key "egde".');
  expect(status).toBe(2);
});

test("in a folder between the root and the projects, all projects are worked with", async () => {
  const { folder, run: inRoot } = workspaceOf({ one: { service, targets: { ssh: target } } });
  expect((await inRoot("deploy", "--yes")).status).toBe(0);
  const below = async (...args: readonly string[]) => {
    const context = await testContext(join(folder, "services"), userEnvironment());
    const status = await runCommand(args, context);
    await context.terminal.flushed();
    return { status, ...context.printed };
  };
  expect((await below("plan")).out).toMatch(/^services\/one:ssh +unchanged /m);
  expect((await below("history")).out).toMatch(/^services\/one:ssh /m);
  expect((await below("lint")).out).toBe("No findings in 1 file.\n");
});

test.each([["plan"], ["lint"]])(
  "%s leaves out projects with other environments, the root as well, and says so",
  async (command) => {
    const { run } = workspaceOf(
      {
        one: { environments: { dev: { service, targets: { ssh: target } } } },
        two: { environments: { staging: { service, targets: { ssh: target } } } },
      },
      { environments: { staging: { service } } },
    );
    const { status, err } = await run(command, "-e", "dev");
    expect(err).toMatch(
      /No environment dev in (?:\., )?services\/two, so (?:it is|they are) left out\.\n/,
    );
    expect(err.match(/left out/g)).toHaveLength(1);
    expect(status).toBe(0);
    const none = await run(command, "-e", "dve");
    expect(none.err).toBe(
      'error: No project has the environment "dve".\n  help: Did you mean "dev"?\n',
    );
    expect(none.status).toBe(2);
  },
);
