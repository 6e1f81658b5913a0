import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiKey } from "../../api/api-key.ts";
import { passing } from "../../api/deploy/passing.ts";
import { projectOf, type Project } from "../project.ts";
import { FaultyService, type Held } from "./faulty-service.ts";

// The command, the service and the sockets between them are the real ones. Only the clock is not.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const path = "/edges/tcp/edge_1";
const named = (name: string): string =>
  JSON.stringify({ inbound: [{ name, actions: [{ type: "deny" }] }] });
const held = (name: string): Held => ({ enabled: true, value: named(name) });

/** A project whose deploy of "new" over "old" ended as unknown, and what is still to arrive. */
async function afterUnknown(): Promise<{
  service: FaultyService;
  run: Project["run"];
  write: Project["write"];
  memory: string;
}> {
  const service = await FaultyService.start();
  const { folder, write, runIn } = projectOf({
    "traffic-policy.config.json": {
      service: { baseUrl: service.baseUrl },
      targets: { ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" } },
    },
    "ssh.json": named("new"),
  });
  service.reset({ [path]: held("old") });
  service.begin(() => ({ moment: "never", answer: { status: 500 }, staleReads: 0 }));
  const run: Project["run"] = (...args) =>
    passing(runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, ...args));
  const { status, out } = await run("deploy", "--yes", "--no-lint");
  expect(out).toContain("ssh  unknown");
  expect(status).toBe(2);
  service.begin();
  return { service, run, write, memory: join(folder, ".traffic-policy/unknown-writes.json") };
}

const arrived =
  /^ssh: The service holds what the deploy of \S+ sent, whose outcome was unknown\.$/m;
const mayArrive =
  /^ssh: The service holds what was there before the deploy of \S+; what that sent may still arrive\.$/m;

test("the next deploy says that an unknown write has arrived, and the one after that says it no more", async () => {
  const { service, run, memory } = await afterUnknown();
  service.hold(path, held("new"));
  expect(await run("deploy", "--yes", "--no-lint")).toMatchObject({
    status: 0,
    out: expect.stringContaining("There is nothing to do."),
    err: expect.stringMatching(arrived),
  });
  expect(existsSync(memory)).toBe(false);
  expect((await run("deploy", "--yes", "--no-lint")).err).not.toMatch(arrived);
});

test("rollback says that it may still arrive, where there is nothing to restore", async () => {
  const { run, memory } = await afterUnknown();
  expect(await run("rollback", "--yes")).toMatchObject({
    out: expect.stringContaining("There is nothing to do."),
    err: expect.stringMatching(mayArrive),
  });
  expect(existsSync(memory)).toBe(true);
});

test("rollback takes back what has arrived, and says that it had", async () => {
  const { service, run, memory } = await afterUnknown();
  service.hold(path, held("new"));
  expect(await run("rollback", "--yes")).toMatchObject({
    status: 0,
    err: expect.stringMatching(arrived),
  });
  expect(service.held(path)).toEqual(held("old"));
  expect(existsSync(memory)).toBe(false);
});

test("what arrives between plan and write is our own, and not a change by somebody else", async () => {
  const { service, run, write } = await afterUnknown();
  write("ssh.json", named("newer"));
  // The plan reads it first, and the deployment once more.
  service.readFaultOf = (_path, index) => {
    if (index === 1) service.hold(path, held("new"));
    return "sound";
  };
  expect(await run("deploy", "--yes", "--no-lint")).toMatchObject({
    status: 0,
    out: expect.stringContaining("1 applied and verified"),
    err: expect.stringMatching(mayArrive),
  });
  expect(service.held(path)).toEqual(held("newer"));
});

test("what somebody else wrote meanwhile is none of it", async () => {
  const { service, run, write } = await afterUnknown();
  write("ssh.json", named("newer"));
  service.readFaultOf = (_path, index) => {
    if (index === 1) service.hold(path, held("theirs"));
    return "sound";
  };
  const { status, out } = await run("deploy", "--yes", "--no-lint");
  expect(out).toContain("The stored policy has changed since the plan was made.");
  expect(status).toBe(2);
  expect(service.held(path)).toEqual(held("theirs"));
});

test("of a restoration whose outcome is unknown, it is what that sent that may arrive", async () => {
  const service = await FaultyService.start();
  const places = { a: path, b: "/edges/tcp/edge_2" };
  const { runIn } = projectOf({
    "traffic-policy.config.json": {
      service: { baseUrl: service.baseUrl },
      limits: { concurrency: 1 },
      targets: {
        a: { kind: "tcp-edge", edge: "edge_1", policy: "./new.json" },
        b: { kind: "tcp-edge", edge: "edge_2", policy: "./new.json" },
      },
    },
    "new.json": named("new"),
  });
  const run: Project["run"] = (...args) =>
    passing(runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, ...args));
  service.reset({ [places.a]: held("old"), [places.b]: held("old") });
  const refused = { status: 400, body: '{"error_code":"E","status_code":400,"msg":"No."}' };
  // The first is written, the second refused, and what restores the first gets no answer.
  service.begin((index) =>
    index === 0
      ? undefined
      : { moment: "never", answer: index === 1 ? refused : "reset", staleReads: 0 },
  );
  const deployed = await run("deploy", "--yes", "--no-lint", "--on-failure", "rollback");
  expect(deployed.out).toContain("a  unknown");
  service.begin();
  const before = /^a: The service holds what was there before the deploy of \S+; what that sent/m;
  expect((await run("deploy", "--dry-run", "--no-lint")).err).toMatch(before);
  service.hold(places.a, held("old"));
  const after = /^a: The service holds what the deploy of \S+ sent, whose outcome was unknown\.$/m;
  expect((await run("deploy", "--dry-run", "--no-lint")).err).toMatch(after);
});

const mayArriveYet =
  /^ssh: What the deploy of \S+ sent may still arrive, because its outcome was unknown\.$/m;

test("what arrives over a newer deploy is our own, and then known no more", async () => {
  const { service, run, write, memory } = await afterUnknown();
  write("ssh.json", named("newer"));
  expect((await run("deploy", "--yes", "--no-lint")).out).toContain("1 applied and verified");
  expect((await run("deploy", "--yes", "--no-lint")).err).toMatch(mayArriveYet);
  service.hold(path, held("new"));
  const { err, out } = await run("deploy", "--yes", "--no-lint");
  expect(err).toMatch(arrived);
  expect(out).toContain("1 applied and verified");
  expect(existsSync(memory)).toBe(false);
});

test("what arrives between the write and its reading is our own", async () => {
  const { service, run, write } = await afterUnknown();
  write("ssh.json", named("newer"));
  service.readFaultOf = (_path, index) => {
    if (index === 2) service.hold(path, held("new"));
    return "sound";
  };
  const { status, out } = await run("deploy", "--yes", "--no-lint");
  expect(out).toContain("a different one: what an earlier run sent, which arrived late.");
  expect(status).toBe(1);
});

test("a second unknown write hides the first from nobody", async () => {
  const { service, run, write } = await afterUnknown();
  write("ssh.json", named("newer"));
  service.begin(() => ({ moment: "never", answer: "reset", staleReads: 0 }));
  expect((await run("deploy", "--yes", "--no-lint")).out).toContain("ssh  unknown");
  service.begin();
  for (const name of ["new", "newer"]) {
    service.hold(path, held(name));
    const { err } = await run("deploy", "--dry-run", "--no-lint");
    expect([...err.matchAll(new RegExp(arrived, "gm"))]).toHaveLength(1);
  }
});

test("what was sent again is not said to have arrived, until something else is written", async () => {
  const { run, write } = await afterUnknown();
  expect((await run("deploy", "--yes", "--no-lint")).out).toContain("1 applied and verified");
  expect((await run("deploy", "--yes", "--no-lint")).err).not.toContain("ssh:");
  write("ssh.json", named("newer"));
  expect((await run("deploy", "--dry-run", "--no-lint")).err).toMatch(mayArriveYet);
});

test("what was sent to a place is known whatever the configuration calls the place", async () => {
  const { service, run, write } = await afterUnknown();
  const { baseUrl } = service;
  const configured = (targets: object): void =>
    write("traffic-policy.config.json", JSON.stringify({ service: { baseUrl }, targets }));
  const target = (edge: string): object => ({ kind: "tcp-edge", edge, policy: "./ssh.json" });
  configured({ ssh: target("edge_2") });
  expect((await run("deploy", "--yes", "--no-lint")).err).not.toContain("ssh:");
  configured({ ssh: target("edge_2"), gate: target("edge_1") });
  service.hold(path, held("new"));
  const { err } = await run("deploy", "--yes", "--no-lint");
  expect(err).toMatch(/^gate: The service holds what the deploy of \S+ sent/m);
  expect(err).not.toContain("ssh:");
});

test("after a day, nothing arrives over what was written later", async () => {
  const { run, write, memory } = await afterUnknown();
  write("ssh.json", named("newer"));
  await run("deploy", "--yes", "--no-lint");
  const saved = JSON.parse(readFileSync(memory, "utf8")) as { writes: { time: string }[] };
  const [only] = saved.writes;
  if (only === undefined) throw new Error("Nothing is remembered.");
  only.time = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  writeFileSync(memory, JSON.stringify(saved));
  expect((await run("deploy", "--yes", "--no-lint")).err).not.toContain("ssh:");
  expect(existsSync(memory)).toBe(false);
});

test("a memory that is a pipe is not waited for", async () => {
  const { run, memory } = await afterUnknown();
  rmSync(memory);
  execFileSync("mkfifo", [memory]);
  expect((await run("deploy", "--dry-run", "--no-lint")).status).toBe(0);
});

test("only its owner can read the memory", async () => {
  const { memory } = await afterUnknown();
  expect(statSync(memory).mode & 0o777).toBe(0o600);
});

test("a damaged memory says nothing", async () => {
  const { service, run, memory } = await afterUnknown();
  service.hold(path, held("new"));
  writeFileSync(memory, '{"version": 1, "writes": [{}');
  const { status, err } = await run("deploy", "--yes", "--no-lint");
  expect(status).toBe(0);
  expect(err).not.toMatch(arrived);
});
