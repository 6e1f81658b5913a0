import type {
  LoadedConfiguration as AnyLoaded,
  LoadedConfigurations as AnyLoadedConfigurations,
} from "@traffic-policy/project";
import type { WithLint } from "./configuration-schema.ts";

/** A configuration that was checked, for one of its environments if it has any. */
export interface LoadedConfiguration extends AnyLoaded, WithLint {}

/** A configuration with all of its environments. */
export interface LoadedConfigurations extends AnyLoadedConfigurations {
  readonly environments: readonly [LoadedConfiguration, ...LoadedConfiguration[]];
}
