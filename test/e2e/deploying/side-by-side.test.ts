import type { ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Fleet, fleetTargets, type Name } from "./fleet.ts";
import { endOf } from "./killing.ts";
import { policy } from "./service.ts";

const all = ["--yes", "--max-changes", "100%"];
const promote = ["promote", "staging", "production", ...all];
const deploy = (environment: Name): string[] => ["deploy", "-e", environment, ...all];

/** A fleet whose staging holds what the code says, and which tells of the first write to an environment. */
async function fleetWith(): Promise<{
  readonly fleet: Fleet;
  readonly written: (environment: Name) => Promise<void>;
}> {
  let look = (): void => {};
  const fleet = await Fleet.start(() => look());
  expect(await fleet.run(...deploy("staging"))).toMatchObject({ status: 0 });
  fleet.forget();
  const written = (environment: Name): Promise<void> =>
    new Promise((settle) => {
      look = () => {
        if (writesOf(fleet, environment).length > 0) settle();
      };
    });
  return { fleet, written };
}

function writesOf(fleet: Fleet, environment: Name): readonly string[] {
  return fleet.requests[environment].filter((line) => !line.startsWith("GET "));
}

/** Lets every write to an environment take so long that others meet it. */
function slow(fleet: Fleet, environment: Name, milliseconds: number): void {
  const on = ["PATCH /edges/tcp/{id}", "PUT /edges/https/{edge_id}/routes/{id}/traffic_policy"];
  fleet.emulators[environment].setFaults({
    faults: [{ fault: "delay", milliseconds, on: on as never }],
  });
}

async function ended(child: ChildProcess): Promise<{ status: number | null; err: string }> {
  const [err] = await Promise.all([child.stderr === null ? "" : text(child.stderr), endOf(child)]);
  return { status: child.exitCode, err };
}

const waiting = /^Process \d+ is deploying from this folder\. Waiting for it\.\n$/;

test("a second promote waits for the first one, and then has nothing to do", async () => {
  const { fleet, written } = await fleetWith();
  slow(fleet, "production", 300);
  const first = ended(fleet.start(...promote));
  await written("production");
  const second = await fleet.run(...promote);
  expect(second.err).toMatch(waiting);
  expect(second).toMatchObject({
    status: 0,
    out: expect.stringContaining("nothing to do") as string,
  });
  expect(await first).toEqual({ status: 0, err: "" });
  expect(writesOf(fleet, "production")).toHaveLength(fleetTargets.length);
});

test.each([
  ["deploys to the environment that it reads", "staging"],
  ["deploys to the environment that it writes to", "production"],
] as const)("who %s waits for a promote", async (_what, environment) => {
  const { fleet, written } = await fleetWith();
  for (const target of fleetTargets) await fleet.write(target, "production", policy("norway"));
  slow(fleet, "production", 300);
  const first = ended(fleet.start(...promote));
  await written("production");
  fleet.requests.staging.length = 0;
  const child = fleet.start(...deploy(environment));
  const second = ended(child);
  const words = await new Promise((settle) => child.stderr?.once("data", settle));
  expect(String(words)).toMatch(waiting);
  // It sends nothing before it is its turn.
  expect(fleet.requests.staging).toEqual([]);
  expect(await first).toEqual({ status: 0, err: "" });
  expect(await second).toMatchObject({ status: 0 });
  expect(writesOf(fleet, "production")).toHaveLength(fleetTargets.length);
});

test("a promote waits for a deploy to the environment that it reads", async () => {
  const { fleet, written } = await fleetWith();
  for (const target of fleetTargets) await fleet.write(target, "staging", policy("norway"));
  slow(fleet, "staging", 300);
  const first = ended(fleet.start(...deploy("staging")));
  await written("staging");
  const second = await fleet.run(...promote);
  expect(second.err).toMatch(waiting);
  expect(second.status).toBe(0);
  expect(await first).toEqual({ status: 0, err: "" });
  const promoted = [...(await fleet.states("production")).values()];
  expect(JSON.stringify(promoted)).toContain("denmark production");
});

test("environments do not wait for each other", async () => {
  const { fleet, written } = await fleetWith();
  for (const target of fleetTargets) await fleet.write(target, "staging", policy("norway"));
  slow(fleet, "staging", 60_000);
  const first = fleet.start(...deploy("staging"));
  await written("staging");
  expect(await fleet.run(...deploy("production"))).toMatchObject({ status: 0, err: "" });
  expect(first.exitCode).toBe(null);
  expect(writesOf(fleet, "production")).toHaveLength(fleetTargets.length);
});
