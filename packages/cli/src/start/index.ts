import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as main from "../main.ts";
import { isOfFewFiles, runScript } from "./run-script.ts";

type Parts = Readonly<Record<string, () => unknown>>;

type ImportMetaOfCommand = Pick<ImportMeta, "filename" | "resolve" | "url">;

type CommandFile = (
  require: (name: string) => unknown,
  importMeta: ImportMetaOfCommand,
  nativeImport: (specifier: string) => Promise<unknown>,
  provide: (parts: Parts) => void,
) => void;

// An editor's server runs all day: what each keystroke leaves behind is collected soon, not when the heap has
// grown to several times what is in use, and what is kept moves together, because a page with one object in it is a
// whole page. Said before anything is loaded: V8 takes machine code from an earlier run only with the flags that it
// was made with.
//
// Linting hundreds of files ends before most of the code that V8 would optimize has paid for that: it may do so three
// times later.
const flags: Readonly<Record<string, readonly string[]>> = {
  lsp: ["--heap-growing-percent=35", "--compact-on-every-full-gc", "--semi-space-growth-factor=1"],
  lint: isOfFewFiles(process.argv.slice(3)) ? [] : ["--interrupt-budget=400000"],
};
for (const flag of flags[process.argv[2] ?? ""] ?? []) {
  // Not imported, because no other run needs it, and it brings Node's streams.
  process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}

const files = new Map<string, Parts>();

/**
 * Loads a part of the command; `scripts/bundle/split-command.js` defines the content of each file.
 *
 * @param name - `part:`, the file, a slash and the part; or the name of any other module
 */
function loadPart(name: string): unknown {
  const [, file, part] = /^part:(\w+)\/(.+)$/.exec(name) ?? [];
  if (file === undefined || part === undefined) return require(name);
  if (!files.has(file)) loadFile(file);
  return files.get(file)?.[part]?.();
}

function loadFile(name: string): void {
  const load = runScript(join(__dirname, `${name}.cjs`)) as CommandFile;
  // Code from a cache has lost where it is, and cannot import by itself.
  const nativeImport = (specifier: string): Promise<unknown> => import(specifier);
  load(loadPart, importMeta, nativeImport, (parts) => files.set(name, parts));
}

const importMeta: ImportMetaOfCommand = {
  filename: __filename,
  get url() {
    return pathToFileURL(__filename).href;
  },
  resolve: (name) => pathToFileURL(require.resolve(name)).href,
};

export const command = loadPart("part:main/main") as typeof main;
