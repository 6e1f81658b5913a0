import { dirname, relative, resolve, sep } from "node:path";
import {
  schemaProblems,
  toPointer,
  type PolicySource,
  type Problem,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { lintProblems } from "@traffic-policy/policy-lint/configuration";
import { CommandError } from "../command-error.ts";
import { readJson } from "../json-source.ts";
import { relativePath } from "../relative-path.ts";
import { findConfiguration } from "./find-configuration.ts";
import { configurationSchema, serviceSchema, type Configuration } from "./schema.ts";
import { placeText } from "../place-text.ts";

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

/**
 * Finds and loads the configuration that the working directory is under.
 *
 * @param timeLimit - how long code may run, in milliseconds
 * @param help - what to do when there is none
 */
export async function loadConfiguration(
  timeLimit?: number,
  help = "`traffic-policy init` writes one.",
): Promise<LoadedConfiguration> {
  const configuration = await loadConfigurationIfAny(timeLimit);
  if (configuration !== undefined) return configuration;
  throw new CommandError("There is no traffic-policy.config.ts here or in a folder above.", {
    help,
  });
}

/** The same, for commands that can do without. */
export async function loadConfigurationIfAny(
  timeLimit?: number,
): Promise<LoadedConfiguration | undefined> {
  const file = findConfiguration(process.cwd());
  if (file === undefined) return undefined;
  const source = file.endsWith(".json") ? readJson(file) : undefined;
  const value =
    source === undefined
      ? (await runConfiguration(file, timeLimit)).configuration
      : source.document;
  const [problem] = problemsOf(value);
  if (problem !== undefined) throw configurationError(file, problem, source);
  const start = { line: 1, column: 1 };
  const whole: SourceRange = { file: relativePath(file), start, end: start };
  const folder = dirname(file);
  return {
    ...(value as Configuration),
    file,
    folder,
    fileOf: (name) => resolve(folder, name),
    nameOf: (other) => relative(folder, other).replaceAll(sep, "/"),
    locate: (path) => source?.locate(path) ?? whole,
  };
}

// Loaded only here, so that a JSON configuration does not pay for it.
async function runConfiguration(
  file: string,
  timeLimit?: number,
): Promise<{ readonly configuration: unknown }> {
  const { importModule } = await import("../user-code/import-module.ts");
  // In an object, because what has a method `then` would be waited for.
  const take = (exports: Readonly<Record<string, unknown>>) => ({
    configuration: readOnce(exports["default"]),
  });
  return importModule(file, take, timeLimit);
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
  if (above.includes(value)) throw new TypeError("A part of the configuration holds itself.");
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

function problemsOf(value: unknown): Problem[] {
  if (value === undefined) {
    return [
      {
        path: "",
        message: "It has no default export.",
        help: "Write `export default defineConfig(…)`.",
      },
    ];
  }
  const problems: Problem[] = schemaProblems(configurationSchema, value);
  if (problems.length > 0) return problems;
  const { service, targets, lint } = value as Configuration;
  if (typeof service === "object")
    problems.push(...schemaProblems(serviceSchema, service, { path: "/service" }));
  else if (service !== "emulator") {
    problems.push({
      path: "/service",
      message: `"service" is ${JSON.stringify(service)}, which is no service.`,
      help: 'Write "emulator", or an object with "baseUrl".',
    });
  }
  for (const [name, { kind, route }] of Object.entries(targets)) {
    if (name === "") {
      const help = "Name it: targets are chosen and told by their names.";
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
  if (lint !== undefined) problems.push(...lintProblems(lint));
  return problems;
}

function configurationError(
  file: string,
  { path, part, message, help }: Problem,
  source: PolicySource | undefined,
): CommandError {
  const start = source?.locate(path, part)?.start;
  const where = path === "" || start !== undefined ? "" : ` (at ${path})`;
  return new CommandError(`${placeText(relativePath(file), start)}: ${message}${where}`, { help });
}
