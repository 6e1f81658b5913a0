import { type JsonValue } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { PolicyCase } from "@traffic-policy/policy-engine";
import { newCaseFile, objectSource, withCases } from "@traffic-policy/policy-engine/formats";
import { decode, Files } from "@traffic-policy/project";
import { cases as kind } from "@traffic-policy/project/checks";
import { CommandError } from "../context.ts";
import { jsonWithBytes } from "../report/json.ts";
import { writeFile } from "../write-file.ts";
import { loadCaseFile, type LoadedCaseFile } from "./load-case-file.ts";
import type { SuggestedCases } from "./suggest.ts";

export interface WrittenCases {
  readonly file: string;
  readonly isNew: boolean;
  readonly cases: number;
  readonly error?: CommandError;
}

/**
 * Appends suggested cases to their files; other content stays as it is. A file is written as a whole or not at all,
 * and only when the result holds exactly the old cases and the new ones.
 *
 * @param files - cached files, updated with the new content
 */
export async function writeSuggestions(
  suggested: readonly SuggestedCases[],
  files: Files,
): Promise<WrittenCases[]> {
  const byFile = new Map<string, { readonly isNew: boolean; readonly cases: PolicyCase[] }>();
  for (const { file, isNew, cases } of suggested) {
    getOrAdd(byFile, file, () => ({ isNew, cases: [] as PolicyCase[] })).cases.push(...cases);
  }
  const written: WrittenCases[] = [];
  for (const [file, { isNew, cases: all }] of byFile) {
    const cases = inEnvironments(all);
    if (cases.length === 0) continue;
    try {
      await write(files.resolve(file), cases, files, isNew);
      written.push({ file, isNew, cases: cases.length });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      written.push({ file, isNew, cases: 0, error });
    }
  }
  return written;
}

function inEnvironments(cases: readonly PolicyCase[]): JsonValue[] {
  const known = new Map<string, { readonly one: PolicyCase; readonly names: string[] }>();
  for (const { environments = [], ...one } of cases) {
    getOrAdd(known, jsonWithBytes(one), () => ({ one, names: [] })).names.push(...environments);
  }
  return [...known].map(([text, { names }]) => ({
    ...(JSON.parse(text) as object),
    ...(names.length > 0 && { environments: names }),
  }));
}

async function write(
  file: string,
  cases: readonly JsonValue[],
  files: Files,
  isNew: boolean,
): Promise<void> {
  const name = files.nameOf(file);
  const before = isNew ? undefined : files.bytesIfAny(file);
  const text =
    before === undefined
      ? `${await newCaseFile(cases as unknown as readonly PolicyCase[])}\n`
      : await edited(file, decode(before, name), cases, files);
  if (text === undefined) throw cannotWrite(name, reasons[languageOf(file)]);
  const known = before === undefined ? [] : casesIn(await loadCaseFile(file, files));
  const tried = new Files(files.folder);
  tried.timeLimit = files.timeLimit;
  tried.give(file, text);
  const now = casesIn(await loadCaseFile(file, tried));
  const isAsBefore = jsonWithBytes(now.slice(0, known.length)) === jsonWithBytes(known);
  if (!isAsBefore || now.length !== known.length + cases.length) {
    throw cannotWrite(name, "the file would hold other cases then");
  }
  await writeFile(file, text, before, files);
  // A module that was loaded before is loaded again.
  files.give(file, text);
}

function casesIn(file: LoadedCaseFile): PolicyCase[] {
  return file.cases.map((one) => one.case);
}

const reasons = {
  code: "its list of cases is not written as a literal in the module",
  yaml: "its list of cases cannot be changed without changing something else",
  json: "its list of cases cannot be changed without changing something else",
};

function languageOf(file: string): keyof typeof reasons {
  return /\.ya?ml$/.test(file) ? "yaml" : file.endsWith(".json") ? "json" : "code";
}

async function edited(
  file: string,
  text: string,
  cases: readonly JsonValue[],
  files: Files,
): Promise<string | undefined> {
  const language = languageOf(file);
  if (language !== "code") return withCases(text, cases, language);
  const { ExportPlaces } = await import("../checks/export-places.ts");
  const sources = cases.map((one) => objectSource(one as object, "code"));
  return new ExportPlaces(file, kind.key, files).withItems(sources);
}

function cannotWrite(name: string, reason: string): CommandError {
  return new CommandError(`${name}: The cases were not written: ${reason}.`, {
    help: "Paste them: they are printed below.",
  });
}
