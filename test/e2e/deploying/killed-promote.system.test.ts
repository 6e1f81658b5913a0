import { setTimeout as wait } from "node:timers/promises";
import type { FaultScript } from "@traffic-policy/emulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampled, seedAndRuns, someOf } from "../../seeded.ts";
import { Fleet, fleetTargets, type FleetTarget } from "./fleet.ts";
import { endOf, entriesIn, faults, type Kept } from "./killing.ts";
import { policy } from "./service.ts";

const command = ["promote", "staging", "production", "--yes", "--max-changes", "100%"];
const patient = [...command, "--on-failure", "continue"];

const before = policy("norway", "sweden");
/** What staging holds of one project instead of what the code builds. */
const byHand = policy("spain", "italy");

/** One route of production has no policy before. */
const hadNone = (target: FleetTarget): boolean => target.key === "admin";

/** A fleet whose staging is ready, what production holds before, and what a promote makes of it. */
interface Ready {
  readonly fleet: Fleet;
  readonly staging: ReadonlyMap<FleetTarget, unknown>;
  readonly old: ReadonlyMap<FleetTarget, unknown>;
  readonly promoted: ReadonlyMap<FleetTarget, unknown>;
  /** How many requests a promote sends. */
  readonly requests: number;
}

async function ready(onRequest: () => void): Promise<Ready> {
  const fleet = await Fleet.start(onRequest);
  const deployed = await fleet.run("deploy", "-e", "staging", "--yes", "--max-changes", "100%");
  expect(deployed).toMatchObject({ status: 0, err: "" });
  for (const target of fleetTargets.filter(({ project }) => project === "api")) {
    await fleet.write(target, "staging", byHand);
  }
  await restore(fleet);
  const staging = await fleet.states("staging");
  const old = await fleet.states("production");
  expect(await fleet.run(...command)).toMatchObject({ status: 0, err: "" });
  const requests = fleet.requests.staging.length + fleet.requests.production.length;
  const promoted = await fleet.states("production");
  const valueOf = (name: string): string => {
    const target = fleetTargets.find(({ project }) => project === name);
    return ((target && promoted.get(target)) as { readonly value: string }).value;
  };
  expect(JSON.parse(valueOf("api"))).toEqual(JSON.parse(byHand));
  expect(valueOf("shop")).toContain("denmark production");
  return { fleet, staging, old, promoted, requests };
}

/** Puts production back to what it held, and removes what was kept. */
async function restore(fleet: Fleet): Promise<void> {
  for (const target of fleetTargets) {
    await fleet.write(target, "production", hadNone(target) ? undefined : before);
  }
  fleet.forget();
}

/** What runs have kept of an environment, by target. */
function keptOf(fleet: Fleet, environment: string): Map<FleetTarget, Kept[]> {
  return new Map(
    fleetTargets.map((target) => {
      const all = entriesIn(fleet.folderOf(target.project), environment);
      return [target, all.filter((entry) => entry.target === target.key)];
    }),
  );
}

/** Checks what a promote has left that was ended at any moment; gives how many targets it has written. */
async function checkLeft({ fleet, staging, old, promoted }: Ready, what: string): Promise<number> {
  const now = await fleet.states("production");
  const kept = keptOf(fleet, "production");
  let written = 0;
  for (const target of fleetTargets) {
    const name = `${target.project}:${target.key}, ${what}`;
    const stored = now.get(target);
    expect([old.get(target), promoted.get(target)], name).toContainEqual(stored);
    for (const entry of kept.get(target) ?? []) {
      expect(entry, `what is kept of ${name}`).toEqual({
        target: target.key,
        stored: old.get(target),
      });
    }
    if (JSON.stringify(stored) === JSON.stringify(old.get(target))) continue;
    written += 1;
    expect(kept.get(target), `what is kept of ${name}`).not.toEqual([]);
  }
  expect(await fleet.states("staging"), `staging, ${what}`).toEqual(staging);
  expect([...keptOf(fleet, "staging").values()].flat(), `kept of staging, ${what}`).toEqual([]);
  return written;
}

/** Checks that the next promote ends as wanted, waits for no lock, and leaves the one after it nothing to do. */
async function checkNext({ fleet, promoted }: Ready, what: string): Promise<void> {
  expect(await fleet.run(...patient), what).toMatchObject({ status: 0, err: "" });
  expect(await fleet.states("production"), what).toEqual(promoted);
  expect(await fleet.run(...patient), what).toMatchObject({
    status: 0,
    out: expect.stringContaining("There is nothing to do.") as string,
    err: "",
  });
}

test(
  "a promote that is killed at any request leaves the old or the new policies, all of the old ones kept in the project and the environment that they were in, and the next one ends as wanted",
  { timeout: 3_600_000 },
  async () => {
    let left = Infinity;
    let kill = (): void => {};
    const all = await ready(() => {
      left -= 1;
      if (left === 0) kill();
    });
    const { fleet } = all;
    const sums = { runs: 0, killed: 0, written: 0 };
    const moments = Array.from({ length: all.requests }, (_, index) => index + 1);
    const seeds = sampled(fc.noBias(fc.integer({ min: 0, max: 1_000_000 })), moments.length);
    for (const killedAt of someOf(moments, 4)) {
      // With no fault first: the numbers of requests are those of a promote without any.
      const fault = faults[Math.floor(sums.runs / 2) % faults.length];
      const seed = seeds[killedAt - 1];
      const script: FaultScript = { seed, faults: fault === undefined ? [] : [fault] };
      const what = `killed at request ${killedAt} with ${JSON.stringify(script)}`;
      await restore(fleet);
      for (const emulator of Object.values(fleet.emulators)) emulator.setFaults(script);
      const child = fleet.start(...patient);
      kill = () => child.kill("SIGKILL");
      left = killedAt;
      const signal = await endOf(child);
      left = Infinity;
      for (const emulator of Object.values(fleet.emulators)) emulator.setFaults({ faults: [] });
      sums.runs += 1;
      sums.killed += signal === "SIGKILL" ? 1 : 0;
      sums.written += await checkLeft(all, what);
      await checkNext(all, what);
    }
    expect(sums.killed).toBeGreaterThan(sums.runs / 2);
    console.log(
      `${sums.runs} promotes to ${fleetTargets.length} targets of three projects, ${sums.killed} of them killed at one of ${all.requests} requests: ${sums.written} targets held the new policy and all others the old one, and each next promote ended as wanted.`,
    );
  },
);

test(
  "a promote that is killed at any time, alone or beside another one, leaves the old or the new policies, all of the old ones kept",
  { timeout: 3_600_000 },
  async () => {
    const all = await ready(() => {});
    const { fleet } = all;
    await restore(fleet);
    const began = performance.now();
    await endOf(fleet.start(...patient));
    const usual = performance.now() - began;
    // Before that, it is only starting.
    const arbitraryMoment = fc.noBias(fc.integer({ min: 40, max: 105 }));
    const sums = { runs: 0, killed: 0, written: 0 };
    const [seed] = seedAndRuns(0);
    for (const [index, percent] of sampled(arbitraryMoment, 4, 100).entries()) {
      const isAlone = index % 2 === 0;
      const beside = isAlone ? "" : " beside another one";
      const what = `killed after ${percent} % of ${usual} ms${beside}, with the seed ${seed}`;
      await restore(fleet);
      const child = fleet.start(...patient);
      const other = isAlone ? undefined : fleet.start(...patient);
      const ends = [endOf(child), other && endOf(other)] as const;
      await Promise.race([wait((percent / 100) * usual), ends[0]]);
      child.kill("SIGKILL");
      const [signal] = await Promise.all(ends);
      sums.runs += 1;
      sums.killed += signal === "SIGKILL" ? 1 : 0;
      sums.written += await checkLeft(all, what);
      await checkNext(all, what);
    }
    expect(sums.killed).toBeGreaterThan(0);
    console.log(
      `${sums.runs} promotes, every other one beside another, ${sums.killed} of them killed at some time (seed ${seed}): ${sums.written} targets held the new policy and all others the old one, and each next promote ended as wanted.`,
    );
  },
);
