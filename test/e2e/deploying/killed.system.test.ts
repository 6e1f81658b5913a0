import type { FaultScript } from "@traffic-policy/emulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampled } from "../../seeded.ts";
import { endOf, entriesIn, faults } from "./killing.ts";
import { Deploying, policy, type TestTarget } from "./service.ts";

/** Ten TCP edges and ten routes. Every fourth has no policy before. */
const targets: Readonly<Record<string, TestTarget>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, index): [string, TestTarget] => [
    `target ${index}`,
    index % 2 === 0
      ? { kind: "tcp-edge", edge: `edge_${index}`, policy: "./new.json" }
      : { kind: "https-route", edge: "edge_r", route: `route_${index}`, policy: "./new.json" },
  ]),
);
const names = Object.keys(targets);
const hadNone = (name: string): boolean => names.indexOf(name) % 4 === 3;

const before = policy("norway", "sweden");
const after = policy("norway", "denmark");

/** The list, ten routes, and for each target reading, writing and reading back. */
const mostRequests = 1 + 10 + 20 * 3;

const command = ["deploy", "--yes", "--max-changes", "100%", "--on-failure", "continue"];

const arbitraryRun = fc.record({
  killedAt: fc.noBias(fc.integer({ min: 1, max: mostRequests })),
  seed: fc.noBias(fc.integer({ min: 0, max: 1_000_000 })),
});

test(
  "a deploy that is killed, alone or beside another one, leaves the old or the new policies, all of the old ones kept, and the next one ends in sync",
  { timeout: 3_600_000 },
  async () => {
    const sums = { runs: 0, killed: 0, written: 0, kept: 0 };
    for (const [index, { killedAt, seed }] of sampled(arbitraryRun, 5, faults.length).entries()) {
      const fault = faults[index % faults.length];
      const script = { seed, faults: fault === undefined ? [] : [fault] };
      // Every other time, a second process deploys from the same folder at the same time.
      const isAlone = index % 2 === 0;
      const { isKilled, written, kept } = await killedDeploy(killedAt, script, isAlone);
      sums.runs += 1;
      sums.killed += isKilled ? 1 : 0;
      sums.written += written;
      sums.kept += kept;
    }
    expect(sums.killed).toBeGreaterThan(sums.runs / 2);
    console.log(
      `${sums.runs} deploys to 20 targets, every other one beside another, ${sums.killed} of them killed: ${sums.written} targets held the new policy and all others the old one, ${sums.kept} were kept, and each next deploy ended in sync.`,
    );
  },
);

interface Killed {
  /** Whether it was killed, and had not ended before. */
  readonly isKilled: boolean;
  /** How many targets held the new policy then. */
  readonly written: number;
  /** How many entries the history had then. */
  readonly kept: number;
}

/** Runs a deploy that is killed at a request, and the next one. */
async function killedDeploy(
  killedAt: number,
  script: FaultScript,
  isAlone: boolean,
): Promise<Killed> {
  let left = Infinity;
  let kill = (): void => {};
  const deploying = await Deploying.start(
    { "new.json": after },
    {
      targets,
      onRequest: () => {
        left -= 1;
        if (left === 0) kill();
      },
    },
  );
  const beside = isAlone ? "" : " beside another one";
  const what = `killed at request ${killedAt}${beside} with ${JSON.stringify(script)}`;
  for (const name of names) if (!hadNone(name)) await deploying.write(targetOf(name), before);
  const old = await states(deploying);

  deploying.emulator.setFaults(script);
  const child = deploying.start(...command);
  kill = () => child.kill("SIGKILL");
  left = killedAt;
  const other = isAlone ? undefined : deploying.start(...command);
  const [signal] = await Promise.all([endOf(child), other && endOf(other)]);
  left = Infinity;
  deploying.emulator.setFaults({ faults: [] });

  const now = await states(deploying);
  const written = names.filter((name) => isNew(now.get(name)));
  for (const name of names.filter((one) => !written.includes(one))) {
    expect(now.get(name), `${name}, ${what}`).toEqual(old.get(name));
  }
  const kept = entriesIn(deploying.cwd);
  for (const name of written) {
    expect(kept, `what is kept of ${name}, ${what}`).toContainEqual({
      target: name,
      stored: old.get(name),
    });
  }

  const next = await deploying.run(...command);
  expect(next, what).toMatchObject({ status: 0, err: "" });
  const last = await states(deploying);
  expect([...last.values()].every(isNew), what).toBe(true);
  await deploying.close();
  return { isKilled: signal === "SIGKILL", written: written.length, kept: kept.length };
}

function targetOf(name: string): TestTarget {
  const target = targets[name];
  if (target === undefined) throw new Error(`There is no ${name}.`);
  return target;
}

/** What each target holds. */
async function states(deploying: Deploying): Promise<Map<string, unknown>> {
  const held = new Map<string, unknown>();
  for (const name of names) held.set(name, await deploying.stored(targetOf(name)));
  return held;
}

function isNew(stored: unknown): boolean {
  return JSON.stringify(stored).includes("denmark");
}
