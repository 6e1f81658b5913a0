import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project as folderOf, run as runIn, type Result } from "../command.ts";

interface Project {
  readonly folder: string;
  readonly write: (name: string, content: string | object) => void;
  readonly run: (...args: readonly string[]) => Promise<Result>;
}

const rule = (name: string, status = 403): object => ({
  name,
  actions: [{ type: "deny", config: { status_code: status } }],
});

const targets = {
  web: { kind: "https-route", policy: "web.json" },
  app: { kind: "https-route", policy: "app.policy.mjs" },
};

const configuration = {
  targets,
  environments: {
    staging: {
      service: { emulator: "staging" },
      values: { status: 404 },
      targets: { web: { edge: "e", route: "s1" }, app: { edge: "e", route: "s2" } },
    },
    production: {
      service: { emulator: "production" },
      values: { status: 451 },
      targets: { web: { edge: "e", route: "p1" }, app: { edge: "e", route: "p2" } },
    },
  },
};

/** A policy that differs between the environments. */
const app = `export default ({ values }) => ({
  inbound: [{ name: "App", actions: [{ type: "deny", config: { status_code: values.status } }] }],
});
`;

function started(files: Readonly<Record<string, string | object>> = {}): Project {
  const all = {
    "traffic-policy.config.json": configuration,
    "web.json": { inbound: [rule("First")] },
    "app.policy.mjs": app,
    ...files,
  };
  const folder = folderOf({});
  const write: Project["write"] = (name, content) =>
    writeFileSync(
      join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  for (const [name, content] of Object.entries(all)) write(name, content);
  return { folder, write, run: (...args) => runIn(args, { cwd: folder }) };
}

async function storedIn(environment: string, { run }: Project): Promise<Record<string, string>> {
  const { out } = await run("diff", "-e", environment, "--format", "json");
  const { targets: all } = JSON.parse(out) as { targets: { target: string; state: string }[] };
  return Object.fromEntries(all.map(({ target, state }) => [target, state]));
}

test("what staging holds is what production gets, with the values of production", async () => {
  const project = started();
  await project.run("deploy", "-e", "staging", "--yes");
  const { status, out } = await project.run("promote", "staging", "production", "--yes");
  expect(out).toBe(`Plan to promote staging to production at the emulator "production":
web  create     https-route e/p1
  + inbound rule "First" (added)

app  create     https-route e/p2
  + inbound rule "App" (added)

2 to create.

Result:
web  applied    read back and compared: in sync
app  applied    read back and compared: in sync

2 applied and verified.
`);
  expect(status).toBe(0);
  expect(await storedIn("production", project)).toEqual({ web: "identical", app: "identical" });
  const again = await project.run("promote", "staging", "production");
  expect(again.out).toContain("There is nothing to do.\n");
});

test("code that staging does not have yet is not promoted: production gets what staging holds", async () => {
  const project = started();
  await project.run("deploy", "-e", "staging", "--yes");
  project.write("web.json", { inbound: [rule("Second")] });
  const args = ["promote", "staging", "production", "--target", "web"];
  const { out } = await project.run(...args, "--yes");
  expect(out).toContain('+ inbound rule "First" (added)');
  expect(out).not.toContain("Second");
  expect(await storedIn("production", project)).toMatchObject({ web: "different" });
});

test("a policy that differs between environments is refused when staging holds something else", async () => {
  const project = started();
  await project.run("deploy", "-e", "staging", "--yes");
  project.write("app.policy.mjs", app.replace("App", "Later"));
  const { out, err, status } = await project.run("promote", "staging", "production", "--yes");
  expect(out).not.toContain("applied");
  expect(err).toContain(
    "app: staging holds another policy than the code builds, and the code builds different ones for both environments.",
  );
  expect(err).toContain("Nothing was promoted: a target could not be planned.");
  expect(status).toBe(2);
});

test("--out saves the plan, which deploy applies", async () => {
  const project = started();
  await project.run("deploy", "-e", "staging", "--yes");
  const saved = await project.run("promote", "staging", "production", "--out", "plan.json");
  expect(saved).toMatchObject({ status: 0, err: "plan.json was written.\n" });
  expect(await storedIn("production", project)).toEqual({ web: "absent", app: "absent" });
  const deployed = await project.run("deploy", "plan.json", "--yes");
  expect(deployed.out).toContain("2 applied and verified.");
  expect(await storedIn("production", project)).toEqual({ web: "identical", app: "identical" });
});

test("history is kept where the policy was overwritten", async () => {
  const project = started();
  await project.run("deploy", "-e", "staging", "--yes");
  await project.run("promote", "staging", "production", "--yes");
  const kept = (environment: string): string[] =>
    readdirSync(join(project.folder, ".traffic-policy/environments", environment, "history"));
  expect(kept("production").toSorted()).toEqual(["app", "web"]);
  const { out } = await project.run("history", "-e", "production", "--format", "json");
  const { entries } = JSON.parse(out) as { entries: { action: string }[] };
  expect(entries.map(({ action }) => action)).toEqual(["promote", "promote"]);
});

test("a target that only one of them has is left alone", async () => {
  const { environments } = configuration;
  const project = started({
    "traffic-policy.config.json": {
      ...configuration,
      environments: {
        staging: {
          ...environments.staging,
          targets: { ...environments.staging.targets, app: false },
        },
        production: environments.production,
      },
    },
  });
  await project.run("deploy", "-e", "staging", "--yes");
  const { err, out, status } = await project.run("promote", "staging", "production", "--yes");
  expect(err).toBe("staging has no target app, so nothing is promoted to it.\n");
  expect(out).toContain("1 applied and verified.");
  expect(status).toBe(0);
});

test.each([
  [["staging", "staging"], '"staging" cannot be promoted to itself.'],
  [["staging", "prodution"], '<to> names "prodution", which is not an environment.'],
  [["staging", "production", "--target", "wbe"], 'The environment production has no target "wbe".'],
  [["staging", "production"], "web, app: staging holds no policy."],
])("%j is refused in a sentence", async (args, sentence) => {
  const { status, err } = await started().run("promote", ...args, "--yes");
  expect(err).toContain(sentence);
  expect(status).toBe(2);
});
