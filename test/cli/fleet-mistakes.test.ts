import { describe, expect, test } from "vitest";
import { apiKey } from "../recognisable-key.ts";
import { fleet, keys, nothingKept, nowhere, services, ssh } from "./fleet.ts";
import { projectOf } from "./project.ts";

const wholeCommands = [
  ["promote", "staging", "production", "--yes"],
  ["plan", "-e", "*"],
  ["diff", "-e", "*"],
  ["promote", "staging", "production", "--out", "plan.json"],
] as const;

describe("an environment that does not exist is refused by whoever names it", () => {
  const staging = { STAGING_KEY: apiKey };
  const own = () => projectOf({ "traffic-policy.config.json": fleet(nowhere), "ssh.json": ssh });

  test.each([
    [["plan", "-e", "stagin"], {}, '--environment names "stagin", which is not an environment.'],
    [["lint", "-e", "stagin"], {}, '--environment names "stagin", which is not an environment.'],
    [
      ["deploy", "--yes"],
      { TRAFFIC_POLICY_ENVIRONMENT: "stagin" },
      'TRAFFIC_POLICY_ENVIRONMENT names "stagin", which is not an environment.',
    ],
    [
      ["promote", "stagin", "production"],
      {},
      '<from> names "stagin", which is not an environment.',
    ],
    [["promote", "production", "stagin"], {}, '<to> names "stagin", which is not an environment.'],
  ] as const)("%j", async (args, env, error) => {
    const ran = await own().runIn({ ...staging, ...env }, ...args);
    expect(ran).toEqual({
      status: 2,
      out: "",
      err: `error: ${error}\n  help: Did you mean "staging"?\n`,
    });
  });

  test.each([
    ["deploy", "-e", "*", "--yes"],
    ["rollback", "-e", "*", "--yes"],
    ["promote", "*", "staging"],
  ])("%s %s %s is for one environment", async (...args) => {
    const ran = await own().runIn(keys, ...args);
    expect(ran.err).toContain("error: This command works with one environment at a time.\n");
    expect(ran.status).toBe(2);
  });

  test("the default, at its place, also in a configuration that is extended", async () => {
    const base = `{\n  "defaultEnvironment": "stagin"\n}`;
    const project = own();
    project.write("base.json", base);
    project.write("traffic-policy.config.json", fleet(nowhere, { extends: "./base.json" }));
    const ran = await project.run("plan");
    expect(ran.err).toBe(
      'error: base.json:2:25: There is no environment "stagin".\n  help: Name one of `environments`.\n',
    );
    expect(ran.status).toBe(2);
  });

  test("a saved plan", async () => {
    const { urls } = await services();
    const project = projectOf({ "traffic-policy.config.json": fleet(urls), "ssh.json": ssh });
    expect(await project.runIn(keys, "plan", "-e", "staging", "--out", "plan.json")).toMatchObject({
      status: 0,
    });
    const text = JSON.stringify(fleet(urls)).replace('"staging"', '"stage"');
    project.write("traffic-policy.config.json", text);
    const ran = await project.runIn(keys, "deploy", "plan.json", "--yes");
    expect(ran.err).toContain(
      'error: The plan plan.json names "staging", which is not an environment.\n',
    );
    expect(ran.status).toBe(2);
  });
});

describe("two environments that hold one place are refused with both places", () => {
  const lines = (service: string): Readonly<Record<string, string>> => ({
    "traffic-policy.config.json": `{
  "service": { "baseUrl": "${service}" },
  "targets": { "ssh": { "kind": "tcp-edge", "policy": "./ssh.json" } },
  "environments": {
    "staging": { "targets": { "ssh": { "edge": "edge_s" } } },
    "production": { "targets": { "ssh": { "edge": "edge_s" } } }
  }
}`,
    "traffic-policy.config.yaml": `service: { baseUrl: "${service}" }
targets:
  ssh: { kind: tcp-edge, policy: ./ssh.json }
environments:
  staging:
    targets: { ssh: { edge: edge_s } }
  production:
    targets: { ssh: { edge: edge_s } }
`,
    "package.json": `{ "name": "shop", "traffic-policy": {
  "service": { "baseUrl": "${service}" },
  "targets": { "ssh": { "kind": "tcp-edge", "policy": "./ssh.json" } },
  "environments": {
    "staging": { "targets": { "ssh": { "edge": "edge_s" } } },
    "production": { "targets": { "ssh": { "edge": "edge_s" } } }
  }
} }`,
  });

  test.each([
    ["traffic-policy.config.json", "6:41", "5:38"],
    ["traffic-policy.config.yaml", "8:21", "6:21"],
    ["package.json", "6:41", "5:38"],
  ])("%s", async (name, at, other) => {
    const { urls, requests } = await services();
    const project = projectOf({ [name]: lines(urls[0])[name] ?? "", "ssh.json": ssh });
    for (const args of [
      ["plan", "-e", "staging"],
      ["deploy", "-e", "staging", "--yes"],
      ["lint"],
    ]) {
      expect(await project.runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, ...args)).toEqual({
        status: 2,
        out: "",
        err: `error: ${name}:${at}: This target of production is the same place as one of staging, at ${name}:${other}.\n  help: Give each environment identifiers, or a service, of its own.\n`,
      });
    }
    expect(requests.staging).toEqual([]);
    nothingKept(project.folder);
  });
});

describe("keys", () => {
  test.each(wholeCommands.map((args) => ({ args })))(
    "one that is missing, or empty, fails before anything is sent: $args",
    async ({ args }) => {
      const { urls, requests } = await services();
      const project = projectOf({ "traffic-policy.config.json": fleet(urls), "ssh.json": ssh });
      for (const key of [{}, { PRODUCTION_KEY: "" }, { PRODUCTION_KEY: " \n" }]) {
        const ran = await project.runIn({ STAGING_KEY: apiKey, ...key }, ...args);
        expect(ran).toEqual({
          status: 2,
          out: "",
          err: `error: There is no API key for ${urls[1]}: the variable PRODUCTION_KEY is not set, or empty.\n  help: Set PRODUCTION_KEY, or name a file that holds the key with --api-key-file.\n`,
        });
      }
      expect(requests).toEqual({ staging: [], production: [] });
      nothingKept(project.folder);
    },
  );

  test("a file that is missing is reported with its service, and not by its name", async () => {
    const { urls, requests } = await services();
    const text = JSON.stringify(fleet(urls)).replace(
      '"apiKeyVariable":"PRODUCTION_KEY"',
      `"apiKeyFile":"${apiKey}"`,
    );
    const project = projectOf({ "traffic-policy.config.json": text, "ssh.json": ssh });
    const ran = await project.runIn(keys, ...wholeCommands[0]);
    expect(ran).toEqual({
      status: 2,
      out: "",
      err: `error: The apiKeyFile for ${urls[1]}: There is no such file.\n  help: Name a file that holds the key, not the key itself.\n`,
    });
    expect(requests).toEqual({ staging: [], production: [] });
  });

  test.each([
    ["TRAFFIC_POLICY_API_KEY", "the usual variable", /,"apiKeyVariable":"\w+"/g, ""],
    ["SHARED", "a variable that is named twice", /"\w+_KEY"/g, '"SHARED"'],
    [
      "shared.key",
      "a file that is named twice",
      /"apiKeyVariable":"\w+"/g,
      '"apiKeyFile":"./shared.key"',
    ],
  ])("the one of %s, %s, goes to no second origin", async (name, _what, from, to) => {
    const { urls, requests } = await services();
    const project = projectOf({
      "traffic-policy.config.json": JSON.stringify(fleet(urls)).replaceAll(from, to),
      "ssh.json": ssh,
      "shared.key": apiKey,
    });
    const env = { TRAFFIC_POLICY_API_KEY: apiKey, SHARED: apiKey };
    for (const args of wholeCommands) {
      const ran = await project.runIn(env, ...args);
      expect(ran).toEqual({
        status: 2,
        out: "",
        err: `error: The key of ${name} would go to several services: ${urls.join(", ")}.\n  help: Give each service its own \`apiKeyVariable\` or \`apiKeyFile\` in the configuration.\n`,
      });
    }
    expect(requests).toEqual({ staging: [], production: [] });
    // One of them alone is what it is for.
    expect(await project.runIn(env, "plan", "-e", "staging")).toMatchObject({ status: 0 });
  });

  test("--api-key-file and --base-url are for one service", async () => {
    const { urls, requests } = await services();
    const project = projectOf({
      "traffic-policy.config.json": fleet(urls),
      "ssh.json": ssh,
      "one.key": apiKey,
    });
    for (const args of wholeCommands) {
      const withFile = await project.runIn(keys, ...args, "--api-key-file", "one.key");
      expect(withFile.err).toMatch(
        /^error: The key of --api-key-file would go to several services: .*\n {2}help: Remove --api-key-file,/,
      );
      const withUrl = await project.runIn(keys, ...args, "--base-url", urls[0]);
      expect(withUrl.err).toMatch(
        /^error: --base-url is for one service, but the targets are at several\.\n {2}help: Remove --base-url,/,
      );
      expect([withFile.status, withUrl.status]).toEqual([2, 2]);
    }
    expect(requests).toEqual({ staging: [], production: [] });
    nothingKept(project.folder);
  });

  test("a named one never goes to another origin of --base-url", async () => {
    const { urls, requests } = await services();
    const project = projectOf({ "traffic-policy.config.json": fleet(urls), "ssh.json": ssh });
    const elsewhere = ["plan", "-e", "production", "--base-url", urls[0]] as const;
    const ran = await project.runIn(keys, ...elsewhere);
    expect(ran.err).toContain("error: There is no API key.\n");
    expect(ran.status).toBe(2);
    expect(requests).toEqual({ staging: [], production: [] });
    // With the key for it, that service answers that it has no such edge, and not that the key is wrong.
    const known = await project.runIn({ ...keys, TRAFFIC_POLICY_API_KEY: apiKey }, ...elsewhere);
    expect(known.err).toContain("does not know /edges/tcp/edge_p (404)");
    expect(requests.production).toEqual([]);
  });
});

describe("what a configuration extends", () => {
  test.each([
    ["./gone.json", "traffic-policy.config.json:1:12: There is no file gone.json."],
    [
      "traffic-policy.config.json",
      "traffic-policy.config.json:1:12: The configuration extends itself.",
    ],
    ["./circle.json", "circle.json:1:12: The configuration extends itself."],
    ["./readme.md", "traffic-policy.config.json:1:12: readme.md cannot hold a configuration."],
    ["./folder", "traffic-policy.config.json:1:12: folder cannot hold a configuration."],
    ["./ssh.json", 'ssh.json:1:2: Unknown key "inbound".'],
    ["./folder/wrong.yaml", 'folder/wrong.yaml:2:12: "staging" must be an object, not text.'],
    ["./package.json", 'package.json:1:1: It has no key "traffic-policy".'],
  ])("%s is refused with its place", async (name, error) => {
    const project = projectOf({
      "traffic-policy.config.json": `{"extends":${JSON.stringify(name)}}`,
      "circle.json": '{"extends":"./traffic-policy.config.json"}',
      "readme.md": "# Shop\n",
      "folder/wrong.yaml": "environments:\n  staging: x\n",
      "ssh.json": ssh,
      "package.json": "{}",
    });
    const ran = await project.run("plan", "-e", "staging");
    expect(ran.err.split("\n")[0]).toBe(`error: ${error}`);
    expect(ran).toMatchObject({ status: 2, out: "" });
  });

  test("may have environments and services of any names", async () => {
    const project = projectOf({
      "base.json":
        '{"environments":{"__proto__":{"service":"emulator"},"constructor":{"service":"emulator"}}}',
      "traffic-policy.config.json":
        '{"extends":"./base.json","targets":{"ssh":{"kind":"tcp-edge","policy":"./ssh.json"}},"environments":{"__proto__":{"targets":{"ssh":{"edge":"e1"}}},"constructor":{"targets":{"ssh":{"edge":"e2"}}}}}',
      "ssh.json": ssh,
    });
    for (const name of ["__proto__", "constructor"]) {
      expect(await project.run("deploy", "-e", name, "--yes")).toMatchObject({
        status: 0,
        err: "",
      });
    }
  });
});

test("what was overwritten at one of several emulators is found again from its own project", async () => {
  const configuration = {
    service: "emulator",
    targets: { ssh: { kind: "tcp-edge", edge: "e", policy: "./ssh.json" } },
  };
  const project = projectOf({
    "package.json": { workspaces: ["services/*"] },
    "services/one/traffic-policy.config.json": configuration,
    "services/one/ssh.json": ssh,
    "services/two/traffic-policy.config.json": configuration,
    "services/two/ssh.json": ssh,
  });
  const deploy = ["deploy", "--yes", "--max-changes", "100%"];
  expect(await project.run(...deploy)).toMatchObject({ status: 0 });
  project.write("services/two/ssh.json", {
    inbound: [{ name: "open", actions: [{ type: "deny" }] }],
  });
  expect(await project.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  expect(await project.run("deploy", "plan.json", "--yes", "--max-changes", "100%")).toMatchObject({
    status: 0,
  });
  const config = "services/two/traffic-policy.config.json";
  const { status, out, err } = await project.run(
    "rollback",
    "--config",
    config,
    "--yes",
    "--max-changes",
    "100%",
  );
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toContain("1 applied and verified.");
});

test("a plan of all environments is deployed as one", async () => {
  const { urls } = await services();
  const project = projectOf({ "traffic-policy.config.json": fleet(urls), "ssh.json": ssh });
  expect(await project.runIn(keys, "plan", "-e", "*", "--out", "plan.json")).toMatchObject({
    status: 0,
  });
  const one = await project.runIn(keys, "deploy", "plan.json", "-e", "staging", "--yes");
  expect(one.err).toContain(
    "error: plan.json: This plan is for staging and production, not for staging.\n",
  );
  const { status, out } = await project.runIn(keys, "deploy", "plan.json", "--yes");
  expect(status).toBe(0);
  expect(out).toContain("2 applied and verified.");
});

test("two projects that hold one place are reported when one of them is promoted", async () => {
  const { urls } = await services();
  const project = projectOf({
    "package.json": { workspaces: ["services/*"] },
    "services/one/traffic-policy.config.json": fleet(urls),
    "services/one/ssh.json": ssh,
    "services/two/traffic-policy.config.json": fleet(urls),
    "services/two/ssh.json": ssh,
  });
  const ran = await project.runIn(keys, "promote", "staging", "production", "--yes");
  expect(ran.err).toContain(
    'error: services/two:ssh: What staging holds could not be read. It is the same target as "services/one:ssh".\n  help: Name each place that holds a policy once.\n',
  );
  expect(ran.status).toBe(2);
});
