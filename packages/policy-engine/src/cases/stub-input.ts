import type { Stub, StubResult } from "../options.ts";

/**
 * What an action does that is not simulated: `next`, `close`, `fail`, a status to answer with, what a
 * stub gives, or a stub.
 */
export type StubInput = "next" | "close" | "fail" | number | StubResult | Stub;

/** A stub that does what is said. */
export function stubOf(input: StubInput): Stub {
  if (typeof input === "function") return input;
  const result = resultOf(input);
  return () => result;
}

/** The same for several, by the types of their actions. */
export function stubsOf(
  inputs: Readonly<Record<string, StubInput>> = {},
): Readonly<Record<string, Stub>> {
  return Object.fromEntries(Object.entries(inputs).map(([type, input]) => [type, stubOf(input)]));
}

function resultOf(input: Exclude<StubInput, Stub>): StubResult {
  if (typeof input === "number") return { answer: { status: input } };
  if (typeof input === "object") return input;
  switch (input) {
    case "next":
      return { next: true };
    case "close":
      return { close: true };
    case "fail":
      return { fail: "The stub makes it fail." };
  }
}
