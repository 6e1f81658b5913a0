import type { Check } from "./output.ts";
import type { Dated } from "./connection.ts";

const name = "clock";

/** How far clocks may be apart, in milliseconds, before certificates and waiting times go wrong. */
const tolerated = 30_000;

/** Compares the clock of this machine with that of the service. */
export function checkClock(dated: Dated | undefined): Check {
  if (dated === undefined) {
    return { name, state: "skipped", message: "No response gave the time." };
  }
  const ahead = dated.here - dated.service;
  // The header has whole seconds only.
  const apart = Math.abs(ahead);
  if (apart <= tolerated) {
    const message =
      apart < 2_000 ? "In sync with the service." : `${duration(apart)} off the service's clock.`;
    return { name, state: "ok", message };
  }
  return {
    name,
    state: "warning",
    message: `This machine's clock is ${duration(apart)} ${ahead > 0 ? "ahead of" : "behind"} the service's.`,
    help: "Let the system set its time from the network (NTP); certificates and waiting times depend on it.",
  };
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [count, unit] =
    seconds < 120
      ? [seconds, "seconds"]
      : seconds < 7_200
        ? [Math.round(seconds / 60), "minutes"]
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), "hours"]
          : [Math.round(seconds / 86_400), "days"];
  return `${count} ${unit}`;
}
