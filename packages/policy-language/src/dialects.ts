import type { Dialect } from "./catalogue/dialect.ts";
import { directionsDialect } from "./catalogue/directions/dialect.ts";
import { allPhases } from "./catalogue/phases/sections.ts";
import { isJsonObject, type JsonValue } from "./json-value.ts";
import { nearMiss } from "./text/nearest.ts";

/** The name of a dialect that this package knows. */
export type DialectName = "directions" | "phases";

/** The top-level keys of policy documents, by the dialect that they are written in. */
export const sectionNames: Readonly<Record<DialectName, readonly string[]>> = {
  directions: [...directionsDialect.sections.keys()],
  phases: allPhases,
};

/**
 * The dialect that a policy document is written in, by its top-level keys. A document that has keys of both, or of
 * none, counts as one of `inbound` and `outbound`; one whose only keys are misspelt phases is one of phases.
 */
export function dialectNameOf(document: JsonValue | undefined): DialectName {
  if (!isJsonObject(document)) return "directions";
  const isOf = (name: DialectName): boolean =>
    sectionNames[name].some((key) => Object.hasOwn(document, key));
  if (isOf("directions")) return "directions";
  return isOf("phases") || Object.keys(document).some(isMisspeltPhase) ? "phases" : "directions";
}

function isMisspeltPhase(key: string): boolean {
  return nearMiss(key, sectionNames.phases) !== undefined;
}

/** Checks whether a top-level key holds rules in one of the dialects. */
export function isSectionName(key: string): boolean {
  return Object.values(sectionNames).some((names) => names.includes(key));
}

/** Checks whether a text names a phase, so that it may hold a policy of that dialect. */
export function namesPhase(text: string): boolean {
  return sectionNames.phases.some((name) => text.includes(name));
}

/** A dialect by its name; that of phases is loaded when it is first asked for. */
export async function dialectNamed(name: DialectName): Promise<Dialect> {
  if (name === "directions") return directionsDialect;
  const { phasesDialect } = await import("./catalogue/phases/dialect.ts");
  return phasesDialect;
}

/** The dialect that a policy document is written in; see {@link dialectNameOf}. */
export async function dialectOf(document: JsonValue | undefined): Promise<Dialect> {
  return dialectNamed(dialectNameOf(document));
}
