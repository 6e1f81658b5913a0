import { directionsDialect } from "./catalogue/directions/dialect.ts";
import type { Dialect } from "./catalogue/dialect.ts";
import { phasesDialect } from "./catalogue/phases/dialect.ts";
import type { DialectName } from "./dialects.ts";

/** The dialect of phases. It is a separate module, so that programs without such policies do not load it. */
export { phasesDialect };

/** The dialects by their names, for those who cannot wait until one is loaded. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  directions: directionsDialect,
  phases: phasesDialect,
};
