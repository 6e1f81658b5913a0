import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultScript } from "@traffic-policy/emulator";

type Fault = FaultScript["faults"][number];

// A fault in so few answers lets most of a run happen.
const probability = 0.1;

/** Each kind of fault, and none. */
export const faults: readonly (Fault | undefined)[] = [
  undefined,
  { fault: "delay", milliseconds: 50, probability },
  { fault: "delay", milliseconds: 50, afterWork: true, probability },
  { fault: "rate-limit", seconds: 1, times: 2, probability },
  { fault: "failure", status: 503, probability },
  { fault: "failure", status: 500, afterWork: true, probability },
  { fault: "reset-before-work", probability },
  { fault: "reset-after-work", probability },
  { fault: "half-answer", probability },
  { fault: "not-json", probability },
  { fault: "wrong-content-type", probability },
  { fault: "redirect", probability },
  { fault: "endless-body", times: 2, probability },
];

/** Waits for the end of a process; gives the signal that ended it, if one did. */
export function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((ended) => child.once("exit", (_status, signal) => ended(signal)));
}

/** What a history kept of a target. */
export interface Kept {
  readonly target: string;
  readonly stored: unknown;
}

/**
 * What the history of a configuration holds.
 *
 * @param folder - the configuration's
 * @param environment - of one of its environments
 */
export function entriesIn(folder: string, environment?: string): Kept[] {
  const of = environment === undefined ? [] : ["environments", environment];
  const history = join(folder, ".traffic-policy", ...of, "history");
  if (!existsSync(history)) return [];
  return readdirSync(history, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const text = readFileSync(join(history, file), "utf8");
      const { target, stored } = JSON.parse(text) as Kept;
      return { target, stored };
    });
}
