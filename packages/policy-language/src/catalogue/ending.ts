import type { ActionDefinition } from "./action.ts";

/** Tells when nothing runs after an action: always, never, or on a condition that completes "when …". */
export type Ending = "always" | "never" | { readonly when: string };

/**
 * Checks whether an action with a certain config ends processing. An interpolated text may be any.
 *
 * @param field - gives the value of a config field; undefined when it is left out
 */
export function endingOf(
  { endsProcessing: ends }: ActionDefinition,
  field: (name: string) => unknown,
): Ending {
  if (typeof ends === "string") return ends;
  const { when, unless } = ends;
  if (unless === undefined) return { when };
  const isAlways = Object.entries(unless).every(([name, value]) => {
    const written = field(name);
    return written !== value && !(typeof written === "string" && written.includes("${"));
  });
  return isAlways ? "always" : { when };
}
