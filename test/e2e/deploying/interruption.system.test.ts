import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { Deploying, edges, policy } from "./service.ts";

const command = ["deploy", "--yes", "--concurrency", "2", "--format", "json"];

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

function ended(child: ChildProcess): Promise<Ended> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (data) => (out += data));
  child.stderr?.on("data", (data) => (err += data));
  return new Promise((settle) =>
    child.once("close", (status, signal) => settle({ status, signal, out, err })),
  );
}

function outcomes({ out }: Ended): string[] {
  const { targets } = JSON.parse(out) as { targets: { outcome: string }[] };
  return targets.map(({ outcome }) => outcome);
}

/** A deploy of six targets, two at the same time, whose writes take long enough to be interrupted. */
async function slowDeploy(
  milliseconds: number,
  onWrite: (count: number) => void,
): Promise<Deploying> {
  let writes = 0;
  const deploying = await Deploying.start(
    { "edge.json": policy("norway") },
    {
      targets: edges(6),
      onRequest: ({ method }) => {
        if (method === "PATCH") onWrite((writes += 1));
      },
    },
  );
  deploying.emulator.setFaults({
    faults: [{ fault: "delay", milliseconds, on: "PATCH /edges/tcp/{id}" }],
  });
  return deploying;
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "after %s the writes under way are finished, none is begun, and all of it is told",
  async (signal) => {
    let child: ChildProcess | undefined;
    const deploying = await slowDeploy(700, (count) => {
      if (count === 2) child?.kill(signal);
    });
    child = deploying.start(...command);
    const end = await ended(child);
    expect(end).toMatchObject({ status: 2, signal: null });
    expect(end.err).toContain("Stopping: requests in progress will finish");
    const told = outcomes(end);
    expect(told.toSorted()).toEqual(["applied", "applied", ...Array(4).fill("skipped")]);
    for (const [index, target] of Object.values(edges(6)).entries()) {
      const isThere = (await deploying.stored(target)) !== null;
      expect(isThere).toBe(told[index] === "applied");
    }
  },
);

test("a second signal ends at once, and what nobody knows is told", async () => {
  let child: ChildProcess | undefined;
  const deploying = await slowDeploy(20_000, (count) => {
    if (count === 2) child?.kill("SIGINT");
  });
  child = deploying.start(...command);
  let isFirst = true;
  child.stderr?.on("data", () => {
    if (isFirst) child?.kill("SIGINT");
    isFirst = false;
  });
  const end = await ended(child);
  expect(end).toMatchObject({ status: 2, signal: null });
  expect(outcomes(end).toSorted()).toEqual([...Array(4).fill("skipped"), "unknown", "unknown"]);
});

test("a signal before anything is written ends the process as usual", async () => {
  let child: ChildProcess | undefined;
  const deploying = await Deploying.start(
    { "edge.json": policy("norway") },
    { targets: edges(2), onRequest: () => child?.kill("SIGINT") },
  );
  deploying.emulator.setFaults({ faults: [{ fault: "delay", milliseconds: 20_000 }] });
  child = deploying.start(...command);
  expect(await ended(child)).toMatchObject({ status: null, signal: "SIGINT", out: "" });
});
