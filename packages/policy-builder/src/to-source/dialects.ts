import { type JsonValue } from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import { builderModules } from "../code/module-words.ts";
import * as builder from "../index.ts";
import { sourceDialect, type SourceDialect } from "./names.ts";

export const directionsSource = sourceDialect(builderModules.directions, builder);

/** Returns the dialect that a document is written in. The dialect of phases is loaded on first use. */
export async function sourceDialectOf(document: unknown): Promise<SourceDialect> {
  if (dialectNameOf(document as JsonValue) === "directions") return directionsSource;
  const phases = await import("../phases/index.ts");
  return sourceDialect(builderModules.phases, phases);
}
