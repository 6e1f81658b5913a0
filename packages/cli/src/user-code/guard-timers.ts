import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import { timeLeft } from "./deadline.ts";
import { replaceFunction } from "./replace-function.ts";
import { stoppedAfter } from "./stopped-after.ts";
import { defaultTimeLimit, secondsText } from "./time-limit.ts";
import { userPlacesOf } from "./user-place.ts";

/**
 * Stops what timers of code of the user's do when it does not end. Stopped from another thread, a timer
 * takes Node down with it.
 */
export function guardTimers(): void {
  for (const holder of [globalThis, timers]) {
    for (const name of ["setImmediate", "setInterval", "setTimeout"]) {
      replaceFunction(holder, name, ({ args: [work, ...args], instead }) => {
        const isUsers = typeof work === "function" && userPlacesOf(new Error()).length > 0;
        return instead(isUsers ? limited(work as Work) : work, ...args);
      });
    }
  }
  syncBuiltinESMExports();
}

type Work = (this: unknown, ...args: unknown[]) => unknown;

function limited(work: Work): Work {
  return function (...args) {
    const limit = timeLeft() ?? defaultTimeLimit;
    if (stoppedAfter(() => work.apply(this, args), limit) !== "timed-out") return;
    throw new Error(`A timer did not finish within ${secondsText(limit)}.`);
  };
}
