import { dirname, resolve } from "node:path";
import { withoutErrors, placeText, isCode, type Files } from "@traffic-policy/project";
import { FormatError } from "@traffic-policy/policy-engine/formats";
import { isJsonObject, type Part, type SourceRange } from "@traffic-policy/policy-language";
import { formOf, type CheckKind } from "@traffic-policy/project/checks";
import { dataSource } from "../exchange/data-source.ts";
import { CommandError } from "../context.ts";
import { problemAt } from "../exchange/given-exchange.ts";
import type { GivenPolicy } from "./given-policy.ts";

export interface LoadedFile {
  readonly kind: CheckKind;
  /** Absolute path. */
  readonly file: string;
  readonly name: string;
  readonly language: "code" | "yaml" | "json";
  readonly policy: GivenPolicy | undefined;
  locate(pointer: string, part?: Part): SourceRange | undefined;
}

interface FileValue {
  readonly value: unknown;
  locate(pointer: string, part?: Part): SourceRange | undefined;
}

export interface Reading {
  readonly isCode: boolean;
  readonly read: (path: string) => Uint8Array;
}

/**
 * Loads a test file of any kind, and checks all of it.
 *
 * @param file - absolute path
 * @param readContents - checks and parses a value; throws `FormatError`
 * @throws CommandError when the file cannot be read or run, or its content is invalid
 */
export async function loadFile<Contents>(
  file: string,
  files: Files,
  kind: CheckKind,
  readContents: (value: unknown, how: Reading) => Contents,
): Promise<LoadedFile & Contents> {
  const name = files.nameOf(file);
  const language = isCode(file) ? "code" : /\.ya?ml$/.test(file) ? "yaml" : "json";
  const { value, locate } =
    language === "code"
      ? await runModule(file, kind, files)
      : await readFile(file, kind, language, files);
  const { policy, ...rest } = (isJsonObject(value) ? value : {}) as { policy?: GivenPolicy };
  const isOfCode = language === "code";
  const loaded: LoadedFile = { kind, file, name, language, policy, locate };
  try {
    const given = isOfCode && isJsonObject(value) ? rest : value;
    const read = (path: string): Uint8Array => files.bytes(resolve(dirname(file), path));
    return { ...loaded, ...readContents(given, { isCode: isOfCode, read }) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { path, part, message, help } = error;
    const form = path === "" && language !== "code" ? formOf(kind, language) : undefined;
    throw problemIn(loaded, { path, part, message, help: help ?? form });
  }
}

export function problemIn(
  { name, locate }: Pick<LoadedFile, "name" | "locate">,
  {
    path,
    part,
    message,
    help,
  }: {
    readonly path: string;
    readonly part?: Part | undefined;
    readonly message: string;
    readonly help?: string | undefined;
  },
): CommandError {
  return problemAt(placeText(name, locate(path, part)?.start), message, help);
}

async function readFile(
  file: string,
  kind: CheckKind,
  language: "yaml" | "json",
  files: Files,
): Promise<FileValue> {
  const name = files.nameOf(file);
  const text = files.documentText(file);
  if (text.trim() === "") {
    throw new CommandError(`${name}: The file is empty.`, { help: formOf(kind, language) });
  }
  const source = await dataSource(name, text, language);
  const { document } = withoutErrors(source);
  return { value: document, locate: (pointer, part) => source.locate(pointer, part) };
}

// Loaded only here, as files of data do without.
async function runModule(
  file: string,
  { key, define }: CheckKind,
  files: Files,
): Promise<FileValue> {
  const { importModule } = await import("@traffic-policy/project/code");
  const value = await importModule(file, (exports) => exports["default"], files);
  if (value === undefined) {
    throw new CommandError(`${files.nameOf(file)}: It has no default export.`, {
      help: `Write \`export default ${define}([…])\`.`,
    });
  }
  const { ExportPlaces } = await import("./export-places.ts");
  let places: InstanceType<typeof ExportPlaces> | undefined;
  return {
    value,
    locate: (pointer) => (places ??= new ExportPlaces(file, key, files)).locate(pointer),
  };
}

export function namedPolicyFile(file: string, policy: string): string {
  return resolve(dirname(file), policy);
}
