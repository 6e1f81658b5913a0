import { createEmulator } from "@traffic-policy/emulator";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../../packages/cli/src/program.ts";
import { userEnvironment } from "../../../../scripts/user-environment.js";
import { testContext } from "../../context.ts";
import { projectOf, type Project } from "../../project.ts";

interface Found {
  readonly name: string;
  readonly project?: string;
  readonly environment?: string;
  readonly service?: string;
  readonly state: string;
  readonly message: string;
}

const configuration = (edge: string, more: object = {}) => ({
  extends: "../../traffic-policy.config.json",
  targets: { ssh: { kind: "tcp-edge", edge, policy: "ssh.json" } },
  ...more,
});

function workspace(
  root: object,
  projects: Readonly<Record<string, object | string>>,
  policies: readonly string[] = Object.keys(projects),
): Project {
  return projectOf({
    "traffic-policy.config.json": { projects: ["services/*"], ...root },
    ...Object.fromEntries(
      Object.entries(projects).map(([name, content]) => [
        `services/${name}/traffic-policy.config.json`,
        content,
      ]),
    ),
    ...Object.fromEntries(policies.map((name) => [`services/${name}/ssh.json`, {}])),
  });
}

async function checksOf(
  { runIn }: Project,
  env: Readonly<Record<string, string>> = {},
  ...args: readonly string[]
): Promise<{ readonly checks: readonly Found[]; readonly status: number }> {
  const { out, status } = await runIn(env, "doctor", "--format", "json", ...args);
  return { checks: (JSON.parse(out) as { checks: Found[] }).checks, status };
}

function labels(checks: readonly Found[], name: string): (string | undefined)[][] {
  return checks
    .filter((check) => check.name === name)
    .map(({ project, environment, state }) => [project, environment, state]);
}

test("in the root of a workspace, the configuration and the policies of each project are checked", async () => {
  const here = workspace(
    { service: "emulator" },
    { api: configuration("e1"), broken: "{", shop: configuration("e2") },
    ["api"],
  );
  const { checks, status } = await checksOf(here);
  expect(labels(checks, "configuration")).toEqual([
    ["services/api", undefined, "ok"],
    ["services/shop", undefined, "ok"],
    ["services/broken", undefined, "problem"],
  ]);
  expect(labels(checks, "targets")).toEqual([
    ["services/api", undefined, "ok"],
    ["services/shop", undefined, "problem"],
  ]);
  expect(labels(checks, "connection")).toEqual([[undefined, undefined, "ok"]]);
  expect(status).toBe(1);
  const { out } = await here.run("doctor");
  expect(out).toMatch(
    /^problem +targets services\/shop +There is no services\/shop\/ssh\.json of the target "ssh"\.$/m,
  );
  expect(out).not.toContain("no targets");
});

test("a service is asked once for all projects, and another one is named with its project", async () => {
  const requests: string[] = [];
  const service = await createEmulator({
    apiKey: "the-key",
    onRequest: ({ path }) => void requests.push(path),
  });
  onTestFinished(() => service.close());
  const { baseUrl } = service;
  const here = workspace(
    { service: { baseUrl } },
    {
      api: configuration("e1"),
      bastion: configuration("e2"),
      shop: configuration("e3", { service: { baseUrl, apiKeyVariable: "SHOP_KEY" } }),
    },
  );
  const keys = { TRAFFIC_POLICY_API_KEY: "the-key", SHOP_KEY: "not-the-key" };
  const { checks, status } = await checksOf(here, keys);
  expect(labels(checks, "connection")).toEqual([
    [undefined, undefined, "ok"],
    ["services/shop", undefined, "problem"],
  ]);
  expect(labels(checks, "api-key")).toEqual([
    [undefined, undefined, "ok"],
    ["services/shop", undefined, "ok"],
  ]);
  expect(requests).toHaveLength(2);
  expect(status).toBe(1);
});

test("two projects at one place are named", async () => {
  const here = workspace(
    { service: "emulator" },
    { api: configuration("e1"), shop: configuration("e1") },
  );
  const { checks } = await checksOf(here);
  const places = checks.filter(({ name }) => name === "places");
  expect(places).toHaveLength(1);
  expect(places[0]?.message).toContain('"services/api:ssh" and "services/shop:ssh"');
});

test("a project without the environment that is asked for is skipped, as other commands do", async () => {
  const environments = { staging: { service: "emulator" }, production: { service: "emulator" } };
  const here = projectOf({
    "traffic-policy.config.json": { projects: ["api", "shop"] },
    "api/traffic-policy.config.json": { environments },
    "shop/traffic-policy.config.json": { environments: { staging: { service: "emulator" } } },
  });
  const { checks, status } = await checksOf(here, {}, "-e", "production");
  expect(labels(checks, "configuration")).toEqual([
    ["api", undefined, "ok"],
    ["shop", undefined, "skipped"],
  ]);
  expect(status).toBe(0);
  const none = await checksOf(here, {}, "-e", "prodution");
  expect(labels(none.checks, "configuration")).toEqual([
    ["api", undefined, "problem"],
    ["shop", undefined, "problem"],
  ]);
  expect(labels(none.checks, "places")).toEqual([]);
});

test("of very many projects, those with a problem are shown", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const here = workspace(
    { service: "emulator" },
    Object.fromEntries(names.map((name) => [name, configuration(name)])),
    names.slice(1),
  );
  const { out } = await here.run("doctor");
  expect(out).toMatch(/^ok +projects +29 of 30 projects are in order\.$/m);
  expect(out.match(/services\/p\d+ /g)).toEqual(["services/p0 "]);
});

test("between the root and the projects, it checks the projects; the root alone by its name", async () => {
  const { folder } = workspace({ service: "emulator" }, { api: configuration("e1") });
  const inServices = async (...args: readonly string[]): Promise<string> => {
    const context = await testContext(join(folder, "services"), userEnvironment());
    expect(await run(["doctor", ...args], context)).toBe(0);
    return context.printed.out;
  };
  expect(await inServices()).toMatch(/^ok +targets services\/api /m);
  expect(await inServices("--config", "../traffic-policy.config.json")).toMatch(
    /^warning +targets +The configuration has no targets\.\n +help: Run this in the folder of a project, or in \.\. for all projects\.$/m,
  );
});
