import { protocols, type Protocol } from "@traffic-policy/policy-language";
import type { Place } from "../work/messages.ts";
import type { ModuleResult } from "./run-module.ts";

/** In characters: the longest text that code may report about itself. */
const longest = 2000;

const unreadable = {
  state: "refused",
  problem: { message: "The code ended without an answer.", input: "policy" },
} as const;

/** Validates the message of a frame, whose code can send anything. */
export function readResult(value: unknown): ModuleResult {
  const { state, policy, problem } = membersOf(value);
  if (state === "built") {
    const { text, protocol, places } = membersOf(policy);
    if (typeof text !== "string") return unreadable;
    const known = protocols.find((one) => one === protocol) satisfies Protocol | undefined;
    return {
      state: "built",
      policy: {
        language: "typescript",
        text,
        ...(known && { protocol: known }),
        places: Object.fromEntries(
          Object.entries(membersOf(places)).flatMap(([pointer, place]) => {
            const read = placeIn(place);
            return read === undefined ? [] : [[pointer, read]];
          }),
        ),
      },
    };
  }
  const { message, help, place } = membersOf(problem);
  if (state !== "refused" || typeof message !== "string") return unreadable;
  const at = placeIn(place);
  return {
    state: "refused",
    problem: {
      message: message.slice(0, longest),
      ...(typeof help === "string" && { help: help.slice(0, longest) }),
      ...(at && { place: at }),
      input: "policy",
    },
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function placeIn(value: unknown): Place | undefined {
  const { line, column, endLine, endColumn } = membersOf(value);
  const numbers = [line, column, endLine, endColumn];
  const isPlace = numbers.every((one) => Number.isSafeInteger(one) && (one as number) > 0);
  return isPlace ? ({ line, column, endLine, endColumn } as Place) : undefined;
}
