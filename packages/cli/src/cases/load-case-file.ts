import { dirname, resolve } from "node:path";
import {
  decode,
  withoutErrors,
  placeText,
  isCode,
  type Files,
} from "@traffic-policy/policy-module";
import { FormatError, readCases, type LoadedCases } from "@traffic-policy/policy-engine/formats";
import {
  isJsonObject,
  jsonPolicySource,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { CommandError } from "../context.ts";
import { problemAt } from "../exchange/given-exchange.ts";
import type { DefinedCases } from "./define-cases.ts";

export interface LoadedCaseFile extends LoadedCases {
  /** Absolute path. */
  readonly file: string;
  /** The file as it is shown. */
  readonly name: string;
  readonly language: "code" | "yaml" | "json";
  /** What is said of the policy: a file, or what a module has built. */
  readonly policy: DefinedCases["policy"];
  /** Where a part of the file stands, by JSON Pointer. */
  locate(pointer: string, part?: "key"): SourceRange | undefined;
}

/** A file before it is checked. */
interface CaseFileValue {
  readonly value: unknown;
  locate(pointer: string, part?: "key"): SourceRange | undefined;
}

/**
 * Loads a case file, and checks all of it.
 *
 * @param file - absolute path
 * @param timeLimit - how long code may run, in milliseconds
 * @throws CommandError when it cannot be read or run, or something in it cannot be
 */
export async function loadCaseFile(
  file: string,
  files: Files,
  timeLimit?: number,
): Promise<LoadedCaseFile> {
  const name = files.nameOf(file);
  const language = isCode(file) ? "code" : /\.ya?ml$/.test(file) ? "yaml" : "json";
  const { value, locate } =
    language === "code"
      ? await runModule(file, files, timeLimit)
      : await readFile(file, language, files);
  const { policy, ...rest } = (isJsonObject(value) ? value : {}) as unknown as DefinedCases;
  const read = (path: string): Uint8Array => files.bytes(resolve(dirname(file), path));
  const isOfCode = language === "code";
  try {
    const given = isOfCode && isJsonObject(value) ? rest : value;
    const cases = readCases(given, { isCode: isOfCode, read });
    return { file, name, language, policy, locate, ...cases };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { path, part, message, help } = error;
    throw problemAt(placeText(name, locate(path, part)?.start), message, help);
  }
}

async function readFile(
  file: string,
  language: "yaml" | "json",
  files: Files,
): Promise<CaseFileValue> {
  const name = files.nameOf(file);
  const text = files.given(file) ?? decode(files.bytes(file), name);
  if (text.trim() === "") {
    throw new CommandError(`${name}: The file is empty.`, {
      help: 'Write {"cases": […]}, each with "name", "request" and "expect".',
    });
  }
  let source: PolicySource;
  if (language === "json") source = jsonPolicySource(name, text);
  else {
    const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
    source = yamlPolicySource(name, text);
  }
  const { document } = withoutErrors(source);
  return { value: document, locate: (pointer, part) => source.locate(pointer, part) };
}

// Loaded only here, as files of data do without.
async function runModule(
  file: string,
  files: Files,
  timeLimit: number | undefined,
): Promise<CaseFileValue> {
  const { importModule } = await import("@traffic-policy/policy-module/code");
  const value = await importModule(file, (exports) => exports["default"], files, timeLimit);
  if (value === undefined) {
    throw new CommandError(`${files.nameOf(file)}: It has no default export.`, {
      help: "Write `export default defineCases([…])`.",
    });
  }
  const { CodePlaces } = await import("./code-places.ts");
  let places: InstanceType<typeof CodePlaces> | undefined;
  return { value, locate: (pointer) => (places ??= new CodePlaces(file, files)).locate(pointer) };
}

/** The policy file that a case file names. */
export function namedPolicyFile(file: string, policy: string): string {
  return resolve(dirname(file), policy);
}
