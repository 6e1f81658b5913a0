import type { Area } from "./areas.ts";

/** The environment variable that tells Vitest, in a process of Stryker's, what the run is about. */
export const areaVariable = "MUTANTS_AREA";

/** What stands there, as JSON. */
export type AreaOfRun = Pick<Area, "changed" | "tests">;
