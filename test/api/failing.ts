import { expect } from "vitest";
import { expectNoKey } from "./api-key.ts";

/** The error of a promise that must fail with this kind; it must not show the API key. */
export async function failing<E extends Error>(
  kind: abstract new (...args: never[]) => E,
  promise: Promise<unknown>,
): Promise<E> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expectNoKey(error);
  expect(error).toBeInstanceOf(kind);
  return error as E;
}
