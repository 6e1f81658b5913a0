import type { NamespaceVariable } from "../../variable.ts";

/** The time variables that all dialects have, including older names. */
export const timeVariables: readonly NamespaceVariable[] = [
  {
    name: "time.now",
    type: "string",
    varies: true,
    description:
      "the current time in UTC, as RFC 3339 text; `timestamp(time.now)` is the point in time",
  },
];
