import type { ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Fleet, fleetTargets, type Name } from "./fleet.ts";
import { endOf } from "./killing.ts";
import { policy } from "./service.ts";

const all = ["--yes", "--max-changes", "100%"];
const promote = ["promote", "staging", "production", ...all];
const deploy = (environment: Name): string[] => ["deploy", "-e", environment, ...all];

/** A fleet whose staging holds what the code says, and which reports the first write to an environment. */
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

/** Stops a process as soon as it has begun to write to an environment; it has its locks then. */
async function stopped(
  { fleet, written }: Awaited<ReturnType<typeof fleetWith>>,
  args: readonly string[],
  environment: Name,
): Promise<ChildProcess> {
  const isWritten = written(environment);
  const child = fleet.start(...args);
  await isWritten;
  child.kill("SIGSTOP");
  return child;
}

/** Starts another one, waits until it waits, and lets the first one go on; gives how both have ended. */
async function afterwards(
  fleet: Fleet,
  first: ChildProcess,
  args: readonly string[],
): Promise<readonly Ended[]> {
  const firstEnd = ended(first);
  const second = fleet.start(...args);
  const secondEnd = ended(second);
  const words = await new Promise((settle) => second.stderr?.once("data", settle));
  expect(String(words)).toMatch(waiting);
  first.kill("SIGCONT");
  return Promise.all([firstEnd, secondEnd]);
}

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

async function ended(child: ChildProcess): Promise<Ended> {
  const textOf = (stream: ChildProcess["stdout"]) => (stream === null ? "" : text(stream));
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr), endOf(child)]);
  return { status: child.exitCode, out, err };
}

const waiting = /^Process \d+ is deploying from this folder\. Waiting for it\.\n$/;

test("a second promote waits for the first one, and then has nothing to do", async () => {
  const made = await fleetWith();
  const { fleet } = made;
  const [first, second] = await afterwards(
    fleet,
    await stopped(made, promote, "production"),
    promote,
  );
  expect(first).toMatchObject({ status: 0, err: "" });
  expect(second).toMatchObject({
    status: 0,
    out: expect.stringContaining("There is nothing to do.") as string,
  });
  expect(writesOf(fleet, "production")).toHaveLength(fleetTargets.length);
});

test.each([
  ["deploys to the environment that it reads", "staging"],
  ["deploys to the environment that it writes to", "production"],
] as const)("who %s waits for a promote", async (_what, environment) => {
  const made = await fleetWith();
  const { fleet } = made;
  for (const target of fleetTargets) await fleet.write(target, "production", policy("norway"));
  const first = await stopped(made, promote, "production");
  const ends = await afterwards(fleet, first, deploy(environment));
  expect(ends).toMatchObject([
    { status: 0, err: "" },
    { status: 0, out: expect.stringContaining("nothing to do") as string },
  ]);
  expect(writesOf(fleet, "production")).toHaveLength(fleetTargets.length);
});

test("a promote waits for a deploy to the environment that it reads", async () => {
  const made = await fleetWith();
  const { fleet } = made;
  for (const target of fleetTargets) await fleet.write(target, "staging", policy("norway"));
  const first = await stopped(made, deploy("staging"), "staging");
  expect(await afterwards(fleet, first, promote)).toMatchObject([{ status: 0 }, { status: 0 }]);
  const promoted = [...(await fleet.states("production")).values()];
  expect(JSON.stringify(promoted)).toContain("denmark production");
});

test("environments do not wait for each other", async () => {
  const made = await fleetWith();
  const { fleet } = made;
  for (const target of fleetTargets) await fleet.write(target, "staging", policy("norway"));
  const first = await stopped(made, deploy("staging"), "staging");
  expect(await fleet.run(...deploy("production"))).toMatchObject({ status: 0, err: "" });
  expect(first.exitCode).toBe(null);
  expect(writesOf(fleet, "production")).toHaveLength(fleetTargets.length);
});
