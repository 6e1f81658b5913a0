import { createClient, type Client } from "@traffic-policy/api";
import { cloudVersionHeader, createEmulator, type Emulator } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { apiKey } from "../../recognisable-key.ts";
import { projectOf, type Project } from "../project.ts";

const policy = (status: number): object => ({
  on_http_request: [{ name: "Deny", actions: [{ type: "deny", config: { status_code: status } }] }],
});
const yaml = (status: number): string =>
  `on_http_request:\n  - name: Deny # by hand\n    actions:\n      - type: deny\n        config: { status_code: ${status} }\n`;
const web = { kind: "cloud-endpoint", endpoint: "ep_1", policy: "./web.json" } as const;
const unlinted = ["--no-lint", "--yes"] as const;

/** A project with these targets, the emulator that it is deployed to, and another writer. */
async function started(
  targets: Readonly<Record<string, object>> = { web },
): Promise<Project & { emulator: Emulator; other: Client; stored: () => Promise<unknown> }> {
  const emulator = await createEmulator({
    apiKey,
    cloudEndpoints: ["ep_1", "ep_2"],
    tunnels: ["https://t.example"],
  });
  const { baseUrl } = emulator;
  const other = createClient({ baseUrl, apiKey, versionHeader: cloudVersionHeader });
  onTestFinished(async () => {
    await other.close();
    await emulator.close();
  });
  const project = projectOf({
    "traffic-policy.config.json": {
      service: { baseUrl, versionHeader: cloudVersionHeader },
      targets,
    },
    "web.json": policy(403),
  });
  const run: Project["run"] = (...args) =>
    project.runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, ...args);
  const stored = async (): Promise<unknown> => (await other.endpoints.get("ep_1")).traffic_policy;
  return { ...project, run, emulator, other, stored };
}

test("it is planned, deployed, compared, restored and pulled", async () => {
  const { run, write, stored } = await started();
  const plan = await run("plan", "--no-lint", "--format", "json");
  expect(JSON.parse(plan.out)).toMatchObject({
    targets: [
      {
        target: "web",
        kind: "cloud-endpoint",
        endpoint: "ep_1",
        action: "create",
        state: "absent",
      },
    ],
  });
  expect((await run("diff")).out).toContain("web  absent      cloud-endpoint ep_1\n");
  expect((await run("deploy", ...unlinted)).out).toContain("web  applied    read back");
  expect(await stored()).toBe(JSON.stringify(policy(403)));

  write("web.json", policy(404));
  expect(JSON.parse((await run("diff", "--format", "json")).out)).toMatchObject({
    targets: [
      { kind: "cloud-endpoint", state: "different", changes: [{ before: 403, after: 404 }] },
    ],
  });
  expect((await run("deploy", ...unlinted)).status).toBe(0);
  const history = JSON.parse((await run("history", "--format", "json")).out) as object;
  expect(history).toMatchObject({
    entries: [
      { kind: "cloud-endpoint", endpoint: "ep_1", action: "deploy", state: "enabled" },
      { kind: "cloud-endpoint", endpoint: "ep_1", action: "deploy", state: "absent" },
    ],
  });
  expect((await run("history")).out).toContain("  1 on_http_request rule  cloud-endpoint ep_1  ");

  expect((await run("rollback", "--yes")).out).toContain("web  applied    read back");
  expect(await stored()).toBe(JSON.stringify(policy(403)));
  expect((await run("pull", "--force")).out).toContain("web  written    web.json");
  expect((await run("diff")).out).toContain("web  identical   cloud-endpoint ep_1\n");
});

test("a policy stored as YAML is said to be YAML, and not rewritten when it is the same", async () => {
  const { run, other, stored } = await started();
  await other.endpoints.update("ep_1", { traffic_policy: yaml(403) });
  const { out } = await run("deploy", ...unlinted);
  expect(out).toContain("The stored policy is YAML, not JSON.");
  expect(out).toContain("There is nothing to do.");
  expect(await stored()).toBe(yaml(403));
  const { targets } = JSON.parse((await run("diff", "--format", "json")).out) as { targets: [] };
  expect(targets).toMatchObject([
    { state: "identical", note: "The stored policy is YAML, not JSON." },
  ]);
});

test("a policy that was YAML is restored to the letter", async () => {
  const { run, other, stored } = await started();
  await other.endpoints.update("ep_1", { traffic_policy: yaml(405) });
  expect((await run("deploy", ...unlinted)).status).toBe(0);
  expect(await stored()).toBe(JSON.stringify(policy(403)));
  expect((await run("rollback", "--yes")).status).toBe(0);
  expect(await stored()).toBe(yaml(405));
});

test("what it had none of cannot be taken away again, nor disabled", async () => {
  const { run, stored } = await started();
  await run("deploy", ...unlinted);
  const { status, err } = await run("rollback", "--yes", "--disable");
  expect({ status, err }).toEqual({
    status: 2,
    err: `error: web: The service cannot remove the policy of a cloud endpoint.
  help: Deploy another policy instead, or delete the endpoint.
Nothing was rolled back: a target could not be planned.
`,
  });
  expect(await stored()).toBe(JSON.stringify(policy(403)));
});

test.each([
  ["ep_3", 'The endpoint ep_3 is read-only: it is of type "ephemeral", not a cloud endpoint.'],
  ["ep_9", "The service does not know /endpoints/ep_9 (404)."],
])("%s is refused before anything is written", async (endpoint, message) => {
  const { run, stored } = await started({ web, other: { ...web, endpoint } });
  const { status, err } = await run("deploy", ...unlinted);
  expect(err).toContain(`error: other: ${message}\n  help: `);
  expect(err).toContain("Nothing was deployed: a target could not be planned.\n");
  expect(status).toBe(2);
  expect(await stored()).toBe("");
  for (const command of ["diff", "pull"]) {
    expect((await run(command)).err).toContain(`error: other: ${message}\n`);
  }
});

test("a policy in directions is refused with the command that converts it", async () => {
  const { run, write, stored } = await started();
  write("web.json", { inbound: [{ actions: [{ type: "deny" }] }] });
  const { status, err } = await run("deploy", ...unlinted);
  expect(err).toContain(
    'error: web: The local policy has "inbound", which cloud endpoints do not support: `traffic-policy migrate` converts it to phases.\n',
  );
  expect(status).toBe(2);
  expect(await stored()).toBe("");
});

test("what the service refuses of a policy is told, and nothing is written", async () => {
  const { run, write, stored } = await started();
  write("web.json", { on_http_request: [{ name: "Idle", actions: [] }] });
  const { status, out, err } = await run("deploy", ...unlinted);
  expect(out + err).toContain('The rule "Idle" has no action. (ERR_NGROK_2206)');
  expect(status).toBe(2);
  expect(await stored()).toBe("");
});

test("when the second of two fails, the first is restored", async () => {
  const second = { ...web, endpoint: "ep_2" };
  const { run, emulator, other, stored } = await started({ web, second });
  await other.endpoints.update("ep_1", { traffic_policy: yaml(405) });
  emulator.setFaults({
    faults: [{ fault: "rate-limit", seconds: 0, on: "PATCH /endpoints/{id}", after: 1, times: 4 }],
  });
  const args = ["deploy", ...unlinted, "--on-failure", "rollback", "--concurrency", "1"];
  const { status, out } = await run(...args, "--format", "json");
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    targets: [
      { target: "web", outcome: "rolled-back", verified: true },
      { target: "second", outcome: "failed" },
    ],
  });
  expect(await stored()).toBe(yaml(405));
});

test("a policy that somebody else changes after a saved plan is not overwritten", async () => {
  const { run, other, stored } = await started();
  await run("plan", "--no-lint", "--out", "plan.json");
  await other.endpoints.update("ep_1", { traffic_policy: yaml(405) });
  const { status, out, err } = await run("deploy", "plan.json", "--yes");
  expect(out + err).toContain("The stored policy has changed since the plan was made.");
  expect(status).toBe(2);
  expect(await stored()).toBe(yaml(405));
});

test("it is promoted as it is stored, also as YAML", async () => {
  const { runIn, emulator, other, write } = { ...(await started()) };
  const service = { baseUrl: emulator.baseUrl, versionHeader: cloudVersionHeader };
  write("traffic-policy.config.json", {
    service,
    targets: { web: { kind: "cloud-endpoint", policy: "./web.json" } },
    environments: {
      staging: { targets: { web: { endpoint: "ep_1" } } },
      production: { targets: { web: { endpoint: "ep_2" } } },
    },
  });
  await other.endpoints.update("ep_1", { traffic_policy: yaml(405) });
  const key = { TRAFFIC_POLICY_API_KEY: apiKey };
  const args = ["promote", "staging", "production", ...unlinted];
  expect(await runIn(key, ...args)).toMatchObject({ status: 0 });
  expect((await other.endpoints.get("ep_2")).traffic_policy).toBe(JSON.stringify(policy(405)));
});

test("the embedded emulator has the cloud endpoints of the configuration", async () => {
  const { run } = projectOf({
    "traffic-policy.config.json": { service: "emulator", targets: { web } },
    "web.json": policy(403),
  });
  expect((await run("deploy", ...unlinted)).status).toBe(0);
  const list = await run("endpoints", "list", "--type", "cloud");
  expect(list.out).toContain("ep_1  cloud  https  https://cloud-1.example");
  expect((await run("endpoints", "get", "ep_1")).out).toContain(
    "  traffic policy  1 on_http_request rule\n",
  );
  expect((await run("doctor")).out).toContain("ok  targets        One target");
});

describe("a configuration", () => {
  test.each([
    [
      { enabled: true },
      'The cloud endpoint "web" has "enabled", but its policy is always applied.',
    ],
    [{ endpoint: undefined }, '"endpoint" is missing in the target "web".'],
    [{ policy: undefined }, '"policy" is missing in the target "web".'],
    [
      { edge: "e" },
      'The cloud endpoint "web" has an "edge", which only edges and their routes have.',
    ],
    [{ route: "r" }, 'The cloud endpoint "web" has a "route", which only HTTPS routes have.'],
    [
      { kind: "tcp-edge", edge: "e" },
      'The TCP edge "web" has an "endpoint", which only cloud endpoints have.',
    ],
    [
      { kind: "https-route", edge: "e", route: "r" },
      'The HTTPS route "web" has an "endpoint", which only cloud endpoints have.',
    ],
  ])("with %j is refused", async (fields, message) => {
    const { run } = projectOf({
      "traffic-policy.config.json": {
        service: "emulator",
        targets: { web: { ...web, ...fields } },
      },
      "web.json": policy(403),
    });
    const { status, err } = await run("plan");
    expect(err).toMatch(/^error: traffic-policy\.config\.json:1:\d+: /);
    expect(err).toContain(`: ${message}\n`);
    expect(status).toBe(2);
  });

  test("whose environments hold the same endpoint is refused", async () => {
    const { run } = projectOf({
      "traffic-policy.config.json": {
        service: "emulator",
        targets: { web },
        environments: { staging: {}, production: {} },
      },
      "web.json": policy(403),
    });
    const { err } = await run("plan", "-e", "staging");
    expect(err).toContain("This target of production is the same place as one of staging");
  });
});
