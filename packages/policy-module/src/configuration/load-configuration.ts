import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import {
  schemaProblems,
  toPointer,
  type JsonSchema,
  type ObjectSchema,
  type PolicySource,
  type Problem,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { ExplainedError, type Files, placeText } from "../files/files.ts";
import { readJson } from "../files/json-source.ts";
import { configurationSchema, serviceSchema, type Configuration } from "./schema.ts";

/** A configuration that was checked. */
export interface LoadedConfiguration extends Configuration {
  /** The configuration's file. */
  readonly file: string;
  /** The folder that its paths are relative to. */
  readonly folder: string;
  /** The absolute path of a file that it names. */
  fileOf(name: string): string;
  /** What globs in it call a file: relative to its folder, with slashes. */
  nameOf(file: string): string;
  /** Where a part of it stands; in code only the file is known. */
  locate(path: string): SourceRange;
}

/** A part of configurations that another package knows, such as `lint`. */
export interface ConfigurationPart {
  readonly schema: JsonSchema;
  /** What is wrong with a part of that shape; paths are those of the configuration. */
  problems(value: never): readonly Problem[];
}

/** The parts that are known beside service and targets, by their names. */
export type ConfigurationParts = Readonly<Record<string, ConfigurationPart>>;

/** The JSON Schema of configurations with these parts. */
export function schemaWith(parts: ConfigurationParts): ObjectSchema {
  const added = Object.entries(parts).map(([name, { schema }]) => [name, schema]);
  const properties = { ...configurationSchema.properties, ...Object.fromEntries(added) };
  return { ...configurationSchema, properties };
}

const names = ["ts", "js", "json"].map((ending) => `traffic-policy.config.${ending}`);

/** The configuration file in a folder or the nearest folder above it. */
export function findConfiguration(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = names.map((name) => join(at, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Finds and loads the configuration that the working directory is under; nothing when there is none.
 *
 * @param timeLimit - how long code may run, in milliseconds
 * @throws ExplainedError when it cannot be read or run, or something in it is wrong
 */
export async function loadConfiguration(
  files: Files,
  parts: ConfigurationParts,
  timeLimit?: number,
): Promise<LoadedConfiguration | undefined> {
  const file = findConfiguration(files.folder);
  if (file === undefined) return undefined;
  const source = file.endsWith(".json") ? readJson(file, files) : undefined;
  const value =
    source === undefined
      ? (await runConfiguration(file, files, timeLimit)).configuration
      : source.document;
  const [problem] = problemsOf(value, parts);
  if (problem !== undefined) throw configurationError(files.nameOf(file), problem, source);
  const start = { line: 1, column: 1 };
  const whole: SourceRange = { file: files.nameOf(file), start, end: start };
  const home = dirname(file);
  return {
    ...(value as Configuration),
    file,
    folder: home,
    fileOf: (name) => resolve(home, name),
    nameOf: (other) => relative(home, other).replaceAll(sep, "/"),
    locate: (path) => source?.locate(path) ?? whole,
  };
}

// Loaded only here, so that a JSON configuration does not pay for it.
async function runConfiguration(
  file: string,
  files: Files,
  timeLimit?: number,
): Promise<{ readonly configuration: unknown }> {
  const { importModule } = await import("../code/import-module.ts");
  // In an object, because what has a method `then` would be waited for.
  const take = (exports: Readonly<Record<string, unknown>>) => ({
    configuration: readOnce(exports["default"]),
  });
  return importModule(file, take, files, timeLimit);
}

/**
 * A configuration whose targets and service are plain data: getters and proxies are code of the user's,
 * which may throw, or never end, and is held to its time here only. Rules of the user's stay what they are.
 */
function readOnce(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { service, targets, ...others } = value as Readonly<Record<string, unknown>>;
  const data = { service: plain(service), targets: plain(targets) };
  const given = Object.entries(data).filter(([, part]) => part !== undefined);
  return { ...Object.fromEntries(given), ...others };
}

const longestList = 100_000;

function plain(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) throw new TypeError("A part of the configuration contains itself.");
  const inner = [...above, value];
  if (Array.isArray(value)) {
    // Going through it could not be stopped.
    if (value.length > longestList) {
      throw new TypeError(`A list of the configuration has ${value.length} items.`);
    }
    return value.map((part) => plain(part, inner));
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part, inner)]));
}

function problemsOf(value: unknown, parts: ConfigurationParts): Problem[] {
  if (value === undefined) {
    return [
      {
        path: "",
        message: "It has no default export.",
        help: "Write `export default defineConfig(…)`.",
      },
    ];
  }
  const problems: Problem[] = schemaProblems(schemaWith(parts), value);
  if (problems.length > 0) return problems;
  const { service, targets, ...others } = value as Configuration &
    Readonly<Record<string, unknown>>;
  if (typeof service === "object")
    problems.push(...schemaProblems(serviceSchema, service, { path: "/service" }));
  else if (service !== "emulator") {
    problems.push({
      path: "/service",
      message: `"service" is ${JSON.stringify(service)}, which is not a service.`,
      help: 'Write "emulator", or an object with "baseUrl".',
    });
  }
  for (const [name, { kind, route }] of Object.entries(targets)) {
    if (name === "") {
      const help = "Name it: targets are selected and reported by name.";
      problems.push({
        path: toPointer(["targets", name]),
        message: "A target has an empty name.",
        help,
      });
    }
    if ((kind === "https-route") === (route !== undefined)) continue;
    const message =
      kind === "https-route"
        ? `The HTTPS route "${name}" has no "route".`
        : `The TCP edge "${name}" has a "route", which only HTTPS routes have.`;
    problems.push({ path: toPointer(["targets", name]), message });
  }
  for (const [name, part] of Object.entries(others)) {
    if (part !== undefined) problems.push(...(parts[name]?.problems(part as never) ?? []));
  }
  return problems;
}

function configurationError(
  name: string,
  { path, part, message, help }: Problem,
  source: PolicySource | undefined,
): ExplainedError {
  const start = source?.locate(path, part)?.start;
  const where = path === "" || start !== undefined ? "" : ` (at ${path})`;
  return new ExplainedError(`${placeText(name, start)}: ${message}${where}`, { help });
}
