import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits.
 *
 * @throws Error when the emulator is closed meanwhile: what was to follow must not happen then
 */
export async function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal: closing });
}
