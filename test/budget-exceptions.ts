import type { Exceptions } from "./budget-reporter.ts";

/** Files of `npm test` that may take more processor time than others. */
export const budgetExceptions: Exceptions = {};
