import type { Absence } from "../variable.ts";

/** When the error of an action is missing from its results. */
export const withoutError: Absence = { when: "the action did not fail", isInferred: true };
