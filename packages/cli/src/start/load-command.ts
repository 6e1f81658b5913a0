import type * as main from "../main.ts";

type Parts = Readonly<Record<string, () => unknown>>;

type ImportMetaOfCommand = Pick<ImportMeta, "filename" | "url">;

type CommandFile = (
  require: (name: string) => unknown,
  importMeta: ImportMetaOfCommand,
  nativeImport: (specifier: string) => Promise<unknown>,
  provide: (parts: Parts) => void,
) => void;

/** Where the files of the command come from. */
interface Origin {
  readonly importMeta: ImportMetaOfCommand;
  /** Evaluates a file of the command. */
  run(name: string): unknown;
  /** Loads any other module. */
  require(name: string): unknown;
  nativeImport(specifier: string): Promise<unknown>;
}

/** Loads the command, and each of its other files when one of its parts is needed. */
export function loadCommand(origin: Origin): typeof main {
  const files = new Map<string, Parts>();

  /**
   * Loads a part of the command; `scripts/bundle/split-command.js` defines the content of each file.
   *
   * @param name - `part:`, the file, a slash and the part; or the name of any other module
   */
  const loadPart = (name: string): unknown => {
    const [, file, part] = /^part:(\w+)\/(.+)$/.exec(name) ?? [];
    if (file === undefined || part === undefined) return origin.require(name);
    if (!files.has(file)) loadFile(file);
    return files.get(file)?.[part]?.();
  };

  const loadFile = (name: string): void => {
    const load = origin.run(name) as CommandFile;
    load(loadPart, origin.importMeta, origin.nativeImport, (parts) => files.set(name, parts));
  };

  return loadPart("part:main/main") as typeof main;
}
