import { directionsDialect } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { builderActions } from "./builder-actions.ts";
import type { BuilderDialect } from "./builder-dialect.ts";
import { builderFunctions } from "./builder-functions.ts";
import { builderPlaces } from "./builder-places.ts";
import { builderRecords, sharedBuilderRecords } from "./builder-records.ts";
import { builderVariables } from "./builder-variables.ts";
import type { GeneratedFile } from "./generated-file.ts";

const dialects: readonly BuilderDialect[] = [
  {
    dialect: directionsDialect,
    firstBit: 0,
    source: { name: "directionsDialect", module: "@traffic-policy/policy-language" },
  },
  {
    dialect: phasesDialect,
    firstBit: 6,
    source: { name: "phasesDialect", module: "@traffic-policy/policy-language/phases" },
  },
];

/** The files of the builder: what all dialects share, and a set for each of them. */
export async function builderFiles(): Promise<GeneratedFile[]> {
  const sets = dialects.map(async (of) => [
    builderPlaces(of),
    await builderActions(of),
    builderFunctions(of),
    builderRecords(of),
    builderVariables(of),
  ]);
  return [sharedBuilderRecords(), ...(await Promise.all(sets)).flat()];
}
