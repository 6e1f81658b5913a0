export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Error };

/** Runs an operation, and never throws. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: thrownError(error) };
  }
}

/**
 * Converts a thrown value to an error whose message can be read. Callers' functions may throw anything, such as null,
 * a symbol, or an error whose message getter throws.
 */
function thrownError(thrown: unknown): Error {
  try {
    if (typeof thrown === "string") return new Error(thrown);
    if (!(thrown instanceof Error))
      return new Error(`A value was thrown that is not an error: ${String(thrown)}.`);
    if (typeof thrown.message === "string") return thrown;
  } catch {
    // Reading it throws.
  }
  return new Error("It is an error whose message cannot be read.");
}
