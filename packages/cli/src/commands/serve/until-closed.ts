import type { Gateway } from "@traffic-policy/gateway";
import type { Terminal } from "../../terminal.ts";

/**
 * Waits for SIGINT or SIGTERM, and then until what is under way has ended; a second signal breaks it
 * off.
 */
export async function untilClosed(gateway: Gateway, { err }: Terminal): Promise<void> {
  let signals = 0;
  await new Promise<void>((settle) => {
    const stop = (): void => {
      signals += 1;
      const isFirst = signals === 1;
      if (isFirst && gateway.open > 0) {
        const what = gateway.open === 1 ? "1 request" : `${gateway.open} requests`;
        err(`\nWaiting for ${what} to end; Ctrl-C again breaks off.\n`);
      }
      void gateway.close({ now: !isFirst }).then(settle);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}
