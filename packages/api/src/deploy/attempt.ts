import { thrownError } from "./thrown-error.ts";

/** What an operation came to. */
export type Attempt<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

/** Does an operation, and lets no error out. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: thrownError(error) };
  }
}
