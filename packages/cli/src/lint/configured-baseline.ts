import { resolve } from "node:path";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { Baseline } from "./baseline.ts";

/** The baseline that a configuration names, if it names one. */
export function configuredBaseline(
  configuration: LoadedConfiguration | undefined,
): Baseline | undefined {
  const file = baselineFile(configuration);
  return file === undefined ? undefined : Baseline.read(file);
}

/** The file of the baseline that a configuration names, as an absolute path. */
export function baselineFile(configuration: LoadedConfiguration | undefined): string | undefined {
  const file = configuration?.lint?.baseline;
  return configuration === undefined || file === undefined
    ? undefined
    : resolve(configuration.folder, file);
}
