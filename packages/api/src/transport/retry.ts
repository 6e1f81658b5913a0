import type { Retries } from "../configuration/settings.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { Operation } from "../operation.ts";

/**
 * Milliseconds to wait before a request is sent again; nothing when it must not be, or need not.
 *
 * What failed for a reason that may pass is repeated when it cannot have had an effect (there was no
 * connection, or the service said that it took no more requests), and otherwise when a second time
 * does no harm: reads, updates, replacements and deletions, but never a creation.
 *
 * @param onlyOnce - whether this operation is treated like a creation
 */
export function delayBeforeRetry(
  error: ServiceError,
  { method }: Operation,
  retries: Retries,
  { attempts, onlyOnce }: { readonly attempts: number; readonly onlyOnce: boolean },
): number | undefined {
  if (!error.transient || attempts >= retries.attempts) return undefined;
  const isHarmless = method !== "POST" && !onlyOnce;
  if (error.effect === "possible" && !isHarmless) return undefined;
  // Random up to the whole delay: clients that failed together do not come back together.
  const jitter = (longest: number): number => Math.random() * longest;
  if (error.retryAfter !== undefined) return error.retryAfter + jitter(retries.firstDelay);
  return jitter(Math.min(retries.longestDelay, retries.firstDelay * 2 ** (attempts - 1)));
}

/** Waits; ends early, without saying so, when the signal aborts. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
