import { dirname, relative, resolve, sep } from "node:path";
import type { SourceRange } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Files } from "../files/files.ts";
import { environmentsOf, type InEnvironment } from "./environments.ts";
import { extended, merged, type MergedConfiguration } from "./extend.ts";
import { configurationKinds, mayBeConfiguration } from "./find-configuration.ts";
import {
  readConfiguration,
  type ConfigurationParts,
  type ReadConfiguration,
} from "./read-configuration.ts";

/** A configuration that was checked, for one of its environments if it has any. */
export interface LoadedConfiguration extends InEnvironment {
  /** The configuration's file. */
  readonly file: string;
  /** The folder that its paths are relative to. */
  readonly folder: string;
  /** Its file and those that it extends. */
  readonly sources: readonly string[];
  /** The folder of its project as it is shown, where a run has several. */
  readonly project?: string | undefined;
  /** The sections that the caller defines, such as `lint`; each has the shape that its definition describes. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The files that its parts read, such as a baseline; absolute paths. */
  readonly inputs: readonly string[];
  /** The names of all of its environments. */
  readonly environmentNames: readonly string[];
  /** The absolute path of a file that it names. */
  fileOf(name: string): string;
  /** Returns the name of a file for globs: relative to the folder of the configuration, with slashes. */
  nameOf(file: string): string;
  /** Where a part of it stands; in code only the file is known. */
  locate(path: string): SourceRange;
}

/** A configuration with all of its environments. */
export interface LoadedConfigurations {
  /** The configuration's file. */
  readonly file: string;
  /** The folder that its paths are relative to. */
  readonly folder: string;
  /** The folder of its project as it is shown, where a run has several. */
  readonly project?: string | undefined;
  /** One for each environment, in their order; a single one where there are none. */
  readonly environments: readonly [LoadedConfiguration, ...LoadedConfiguration[]];
  /** The environment that is meant where nobody says. */
  readonly defaultEnvironment: string | undefined;
  /** The folders of projects, as paths or globs. */
  readonly projects: readonly string[] | undefined;
}

/** The configurations that were read, by their files: many may extend the same one. */
export type KnownConfigurations = Map<string, Promise<ReadConfiguration>>;

/**
 * Loads a configuration, with those that it extends.
 *
 * @throws ExplainedError when it cannot be read or run, or something in it is wrong
 */
export async function loadConfiguration(
  file: string,
  files: Files,
  parts: ConfigurationParts,
  known: KnownConfigurations = new Map(),
): Promise<LoadedConfigurations> {
  const readOnce = (name: string): Promise<ReadConfiguration> =>
    getOrAdd(known, name, () => readConfiguration(name, files, parts));
  const configuration = await read(file, files, readOnce);
  const home = dirname(file);
  const absolute = (name: string): string => resolve(home, name);
  const shared = {
    parts: configuration.parts,
    inputs: Object.entries(parts).flatMap(([name, part]) => {
      const value = configuration.parts[name];
      return value === undefined ? [] : (part.inputs?.(value as never) ?? []).map(absolute);
    }),
    file,
    folder: home,
    sources: configuration.sources,
    environmentNames: Object.keys(configuration.environments),
    fileOf: absolute,
    nameOf: (other: string) => relative(home, other).replaceAll(sep, "/"),
    locate: configuration.locate,
  };
  const [first, ...rest] = environmentsOf(configuration).map((one) => ({ ...shared, ...one }));
  if (first === undefined) throw new Error("A configuration has at least one environment.");
  const { defaultEnvironment, projects } = configuration;
  return { file, folder: home, environments: [first, ...rest], defaultEnvironment, projects };
}

/** @param below - the configurations that extend this configuration */
async function read(
  file: string,
  files: Files,
  readOnce: (file: string) => Promise<ReadConfiguration>,
  below: readonly string[] = [],
): Promise<MergedConfiguration> {
  const found = await readOnce(file);
  const own = merged(found);
  const { extends: name } = found.value;
  if (name === undefined) return own;
  const path = "/extends";
  const other = resolve(dirname(file), name);
  if ([...below, file].includes(other)) {
    throw own.error({ path, message: "The configuration extends itself.", help: "Remove it." });
  }
  if (!files.exists(other)) {
    const help = "Name the file, relative to this one.";
    throw own.error({ path, message: `There is no file ${files.nameOf(other)}.`, help });
  }
  if (!mayBeConfiguration(other)) {
    const message = `${files.nameOf(other)} cannot hold a configuration.`;
    throw own.error({ path, message, help: configurationKinds });
  }
  return extended(own, await read(other, files, readOnce, [...below, file]));
}
