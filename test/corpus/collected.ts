import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The environment variable that holds the folder with what was collected; `scripts/test-corpus.ts` sets it. */
export const folderVariable = "TEST_CORPUS";

/** Files and folders that must be there. */
export const parts = [
  "cases/",
  "corpus/directions/",
  "corpus/migration/",
  "corpus/official/",
  "corpus/phases/",
  "corpus/expressions-directions.txt",
  "corpus/expressions-phases.txt",
  "corpus/interpolations-phases.txt",
  "facts/behaviour.json",
  "facts/directions/actions.json",
  "facts/directions/functions.json",
  "facts/directions/may-be-missing.json",
  "facts/directions/variables-http.json",
  "facts/directions/variables-tcp.json",
  "facts/directions/variables-tls.json",
  "facts/phases/actions.json",
  "facts/phases/behaviour.json",
  "facts/phases/functions.json",
  "facts/phases/variables.json",
] as const;

type Part = (typeof parts)[number];
type Folder = Extract<Part, `${string}/`>;
type JsonFile = Extract<Part, `${string}.json`>;
type TextFile = Extract<Part, `${string}.txt`>;

function pathOf(part: Part): string {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error("Run `npm run test:corpus -- FOLDER`.");
  return join(folder, part);
}

/** The content of a JSON file. */
export function jsonOf<T>(part: JsonFile): T {
  return JSON.parse(readFileSync(pathOf(part), "utf8")) as T;
}

/** The lines of a text file. */
export function linesOf(part: TextFile): readonly string[] {
  return readFileSync(pathOf(part), "utf8").trim().split("\n");
}

/** A file of a folder, and the text in it. */
export interface CollectedFile {
  readonly name: string;
  readonly text: string;
}

/** The JSON files of a folder, by name. */
export function filesOf(part: Folder): readonly CollectedFile[] {
  const folder = pathOf(part);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** The policies of the service's own documentation, without the list of them. */
export function officialPolicies(): readonly CollectedFile[] {
  return filesOf("corpus/official/").filter(({ name }) => name !== "manifest.json");
}

/** The folder of inputs that failed once, a folder each. */
export function casesFolder(): string {
  return pathOf("cases/");
}

/** The names of its folders, in their order. */
export function namesOfCases(): readonly string[] {
  return readdirSync(casesFolder(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}
