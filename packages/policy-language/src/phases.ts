/** The dialect of phases, apart: who reads no such policies does not load it. */
export { phasesDialect } from "./catalogue/phases/dialect.ts";
