import { dirname, resolve } from "node:path";
import {
  isJsonObject,
  toPointer,
  type JsonSchema,
  type ObjectSchema,
  type PolicySource,
  type Problem,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { ownMember, schemaProblems, placeText } from "@traffic-policy/policy-language/internal";
import { ExplainedError, type Files } from "../files/files.ts";
import { readJson, withoutErrors } from "../files/json-source.ts";
import { isManifest, manifestKey } from "./find-configuration.ts";
import {
  configurationSchema,
  serviceSchema,
  targetPartSchema,
  type Configuration,
  type ServiceConfiguration,
} from "./schema.ts";

interface ConfigurationPart {
  readonly schema: JsonSchema;
  /** Returns the problems of a section with a valid shape; paths refer to the configuration. */
  problems(value: never): readonly Problem[];
  inputs?(value: never): readonly string[];
}

/** The parts that are known beside service and targets, by their names. */
export type ConfigurationParts = Readonly<Record<string, ConfigurationPart>>;

/** The JSON Schema of configurations with these parts. */
export function schemaWith(parts: ConfigurationParts): ObjectSchema {
  const added = Object.entries(parts).map(([name, { schema }]) => [name, schema]);
  const properties = { ...configurationSchema.properties, ...Object.fromEntries(added) };
  return { ...configurationSchema, properties };
}

/** A configuration as written in its file, without inherited values. */
export interface ReadConfiguration {
  readonly file: string;
  readonly value: Configuration & Readonly<Record<string, unknown>>;
  locate(path: string): SourceRange;
  error(problem: Problem): ExplainedError;
}

/**
 * Reads the file of a configuration, and checks its shape.
 *
 * @param file - absolute path
 * @throws ExplainedError when it cannot be read or run, or is invalid
 */
export async function readConfiguration(
  file: string,
  files: Files,
  parts: ConfigurationParts,
): Promise<ReadConfiguration> {
  const source = await sourceOf(file, files);
  const prefix = isManifest(file) ? toPointer([manifestKey]) : "";
  const value =
    source === undefined
      ? (await runConfiguration(file, files)).configuration
      : inside(source.document, prefix);
  const error = ({ path, part, message, help }: Problem): ExplainedError => {
    const start = source?.locate(prefix + path, part)?.start;
    const where = path === "" || start !== undefined ? "" : ` (at ${path})`;
    return new ExplainedError(`${placeText(files.nameOf(file), start)}: ${message}${where}`, {
      help,
    });
  };
  const [problem] = problemsOf(file, value, parts);
  if (problem !== undefined) throw error(problem);
  const start = { line: 1, column: 1 };
  const whole: SourceRange = { file: files.nameOf(file), start, end: start };
  return {
    file,
    value: value as ReadConfiguration["value"],
    locate: (path) => source?.locate(prefix + path) ?? whole,
    error,
  };
}

async function sourceOf(file: string, files: Files): Promise<PolicySource | undefined> {
  if (file.endsWith(".json")) return readJson(file, files);
  if (!/\.ya?ml$/.test(file)) return undefined;
  const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
  return withoutErrors(yamlPolicySource(files.nameOf(file), files.documentText(file)));
}

function inside(document: unknown, prefix: string): unknown {
  return prefix === "" || !isJsonObject(document) ? document : ownMember(document, manifestKey);
}

// Loaded only here, so that a JSON configuration does not pay for it.
async function runConfiguration(
  file: string,
  files: Files,
): Promise<{ readonly configuration: unknown }> {
  const { importModule } = await import("../code/import-module.ts");
  // In an object, because what has a method `then` would be waited for.
  const take = (exports: Readonly<Record<string, unknown>>) => ({
    configuration: readOnce(exports["default"]),
  });
  return importModule(file, take, files);
}

/** The sections that may hold values other than data: user rules are left as they are. */
const notPlain = new Set(["lint"]);

/**
 * Copies a configuration to plain data, except for its rules. Getters and proxies are user code, which may throw or
 * never return, and only here a time limit applies to it.
 */
function readOnce(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, notPlain.has(name) ? part : plain(part)]),
  );
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
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(parts.map(([key, part]) => [key, plain(part, inner)]));
}

function problemsOf(file: string, value: unknown, parts: ConfigurationParts): Problem[] {
  if (value === undefined) return [noConfiguration(isManifest(file))];
  const problems: Problem[] = schemaProblems(schemaWith(parts), value);
  if (problems.length > 0) return problems;
  const configuration = value as Configuration & Readonly<Record<string, unknown>>;
  const { targets = {}, environments = {} } = configuration;
  problems.push(...servicesProblems(configuration, ""));
  for (const name of Object.keys(targets)) problems.push(...nameProblems(name, "/targets"));
  problems.push(...limitProblems(configuration.limits, "/limits"));
  for (const [name, environment] of Object.entries(environments)) {
    const path = toPointer(["environments", name]);
    if (!/^\w[\w.-]*$/.test(name)) {
      problems.push({
        path,
        part: "key",
        message: `"${name}" cannot be the name of an environment.`,
        help: "Use letters, digits, `.`, `_` and `-`.",
      });
    }
    problems.push(...servicesProblems(environment, path));
    problems.push(...limitProblems(environment.limits, `${path}/limits`));
    for (const [key, target] of Object.entries(environment.targets ?? {})) {
      const at = path + toPointer(["targets", key]);
      problems.push(...nameProblems(key, `${path}/targets`));
      if ((target as boolean | object) === true) {
        problems.push({
          path: at,
          message: `"${key}" is true, which says nothing.`,
          help: "Write an object with what differs, or false to leave the target out.",
        });
      } else if (target !== false) {
        problems.push(...schemaProblems(targetPartSchema, target, { path: at }));
      }
    }
  }
  for (const [name, part] of Object.entries(parts)) {
    if (configuration[name] !== undefined) {
      problems.push(...part.problems(configuration[name] as never));
    }
  }
  return problems;
}

function noConfiguration(inManifest: boolean): Problem {
  return inManifest
    ? {
        path: "",
        message: `It has no key "${manifestKey}".`,
        help: "Add the configuration under it.",
      }
    : {
        path: "",
        message: "It has no default export.",
        help: "Write `export default defineConfig(…)`.",
      };
}

function nameProblems(name: string, path: string): Problem[] {
  if (name !== "") return [];
  const help = "Name it: targets are selected and reported by name.";
  return [{ path: path + toPointer([name]), message: "A target has an empty name.", help }];
}

function servicesProblems(
  { service, services = {} }: Pick<Configuration, "service" | "services">,
  path: string,
): Problem[] {
  const all: [string, unknown][] = [
    ...(service === undefined ? [] : [[`${path}/service`, service] as [string, unknown]]),
    ...Object.entries(services).map(([name, one]): [string, unknown] => [
      path + toPointer(["services", name]),
      one,
    ]),
  ];
  return all.flatMap(([at, one]) => serviceProblems(one, at));
}

function serviceProblems(service: unknown, path: string): Problem[] {
  if (service === "emulator") return [];
  if (typeof service !== "object") {
    const help = 'Write "emulator", or an object with "baseUrl".';
    const message = `"service" is ${JSON.stringify(service)}, which is not a service.`;
    return [{ path, message, help }];
  }
  const problems = schemaProblems(serviceSchema, service, { path });
  if (problems.length > 0) return problems;
  const { emulator, apiKeyFile, apiKeyVariable, ...others } = service as ServiceConfiguration;
  if (emulator !== undefined && (apiKeyFile ?? apiKeyVariable ?? others.baseUrl) !== undefined) {
    return [
      {
        path,
        message: "An emulator has neither a base URL nor an API key.",
        help: 'Write "emulator" alone, or "baseUrl" without it.',
      },
    ];
  }
  if (apiKeyFile !== undefined && apiKeyVariable !== undefined) {
    return [
      { path, message: "The API key is in two places.", help: "Keep the variable or the file." },
    ];
  }
  return [];
}

function limitProblems(limits: Configuration["limits"], path: string): Problem[] {
  const { maxChanges } = limits ?? {};
  const isLimit =
    maxChanges === undefined ||
    (typeof maxChanges === "number"
      ? maxChanges >= 0
      : /^\d{1,9}(?:\.\d+)?%$/.test(maxChanges) && Number.parseFloat(maxChanges) <= 100);
  if (isLimit) return [];
  const help = 'Write a number of targets, or a percentage like "20%".';
  const message = `"maxChanges" is ${JSON.stringify(maxChanges)}, which is no limit.`;
  return [{ path: `${path}/maxChanges`, message, help }];
}

export function fileNamedBy({ file }: Pick<ReadConfiguration, "file">, name: string): string {
  return resolve(dirname(file), name);
}
