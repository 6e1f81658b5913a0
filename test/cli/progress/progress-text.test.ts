import { ConnectionFailed, type DeployEvent, type PlannedTarget } from "@traffic-policy/api";
import { expect, test } from "vitest";
import { Phase } from "../../../packages/cli/src/progress/phase.ts";
import {
  progressDetails,
  progressTitle,
} from "../../../packages/cli/src/progress/shown-progress.ts";
import { testContext } from "../context.ts";

const style = (await testContext()).terminal.errStyle;

function planned(name: string): PlannedTarget {
  const local = { enabled: true, value: "{}" };
  const target = { kind: "tcp-edge", edge: `edge ${name}` } as const;
  return {
    name,
    target,
    local,
    action: "create",
    state: "absent",
    changes: [],
    checksum: undefined,
  };
}

function outcome(name: string, of: "applied" | "failed"): DeployEvent {
  const { target, changes } = planned(name);
  const deployment = { name, target, changes, outcome: of, verified: of === "applied" };
  return { kind: "outcome", planned: planned(name), deployment };
}

const operation = { name: "update TCP edge", method: "PATCH", path: "" } as const;

function retry(path: string): Parameters<Phase["happened"]>[0] {
  const message = "Nobody was there.";
  const error = new ConnectionFailed({ operation, message, effect: "none" });
  const { name, method } = operation;
  return { kind: "retry", operation: name, method, path, delay: 1500, error, attempt: 2 };
}

/** A phase, and a clock that is set by hand. */
function phaseAt(total = 2000): { phase: Phase; at: (time: number) => void } {
  let now = 0;
  const phase = new Phase("Deploying", total, { now: () => now, elapsed: () => now });
  return { phase, at: (time) => (now = time) };
}

test("counts are told by outcome, and the last outcome of a target counts", () => {
  const { phase } = phaseAt();
  expect(progressTitle(phase, style)).toBe("Deploying: 0 of 2000");
  for (const name of ["a", "b", "c"]) phase.deployed(outcome(name, "applied"));
  phase.deployed(outcome("c", "failed"));
  expect(progressTitle(phase, style)).toBe("Deploying: 3 of 2000 (2 applied, 1 failed)");
  phase.isStopping = true;
  expect(progressTitle(phase, style)).toBe("Stopping: 3 of 2000 (2 applied, 1 failed)");
});

test("however many targets are under way, they are a few lines", () => {
  const { phase } = phaseAt();
  for (let index = 0; index < 1000; index += 1) {
    phase.deployed({ kind: "step", planned: planned(`t${index}`), step: "read" });
  }
  phase.deployed({ kind: "step", planned: planned("t1"), step: "write" });
  phase.deployed(outcome("t0", "applied"));
  const lines = progressDetails(phase, style);
  expect(lines).toHaveLength(9);
  expect(lines[0]).toBe("t1  writing");
  expect(lines.at(-1)).toBe("and 991 more");
});

test("a request that is sent again is told at its target, with the time until then", () => {
  const { phase, at } = phaseAt();
  phase.deployed({ kind: "step", planned: planned("a"), step: "verify" });
  phase.happened(retry("/edges/tcp/edge%20a"));
  at(500);
  expect(progressDetails(phase, style)).toEqual([
    "a  reading back, attempt 2 in 1.0 s: Nobody was there.",
  ]);
  at(2000);
  expect(progressDetails(phase, style)).toEqual(["a  reading back, attempt 2: Nobody was there."]);
  phase.deployed({ kind: "step", planned: planned("a"), step: "write" });
  expect(progressDetails(phase, style)).toEqual(["a  writing"]);
});

test("a request of no target that is sent again is told until it is sent", () => {
  const { phase, at } = phaseAt();
  phase.happened(retry("/edges/tcp"));
  expect(progressDetails(phase, style)).toEqual([
    "update TCP edge, attempt 2 in 1.5 s: Nobody was there.",
  ]);
  at(1600);
  expect(progressDetails(phase, style)).toEqual([]);
});

test("the limit is told with the time until it allows the next request", () => {
  const { phase, at } = phaseAt();
  const { name, method, path } = operation;
  for (const delay of [40_000, 12_300]) {
    phase.happened({ kind: "wait", operation: name, method, path, delay, requestsPerMinute: 120 });
  }
  const line = (seconds: string): string =>
    `The limit of 120 requests per minute is reached: the next one in ${seconds}.`;
  expect(progressDetails(phase, style)).toEqual([line("13 s")]);
  at(10_000);
  expect(progressDetails(phase, style)).toEqual([line("2.3 s")]);
  at(20_000);
  expect(progressDetails(phase, style)).toEqual([line("20 s")]);
  at(50_000);
  expect(progressDetails(phase, style)).toEqual([]);
});
