import type { Retries } from "../configuration/settings.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { Operation } from "../operation.ts";

/**
 * Returns the milliseconds to wait before a request is sent again; undefined when it must not, or need not, be
 * repeated.
 *
 * A temporary failure is repeated when the request cannot have had an effect (there was no connection, or the service
 * refused it because of its rate limit), or when a second request does no harm: reads, updates, replacements and
 * deletions, but never a creation.
 *
 * @param onlyOnce - treats this operation like a creation
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

/** Waits; returns early, without an error, when the signal aborts. */
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
