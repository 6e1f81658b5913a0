import { createRequire, isBuiltin } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export interface Specifiers {
  readonly names: readonly string[];
  /** True when the module may use more files: it reads files itself, or an import is unknown. */
  readonly isOpen: boolean;
}

export interface Imports {
  /** Absolute paths. An import that can mean several files contributes all of them, existing or not. */
  readonly files: readonly string[];
  /** True when the module may use other files, too: it reads files itself, or an import cannot be resolved. */
  readonly isOpen: boolean;
}

export function loadsOtherwise(text: string): boolean {
  return /\brequire\s*\(|\bgetBuiltinModule\b/.test(text);
}

const imported = /\s*(\(\s*)?(["'])([^"'\\\n]*)\2(\s*[,)])?/y;

/**
 * Returns the possible imports of a module without parsing it: all real imports, and perhaps text that only looks
 * like an import, as in a comment.
 */
export function quickSpecifiers(text: string): Specifiers {
  const names: string[] = [];
  let isOpen = loadsOtherwise(text);
  for (const { 0: word, index } of text.matchAll(/\b(?:import|from)\b/g)) {
    const after = index + word.length;
    imported.lastIndex = after;
    const found = imported.exec(text);
    const [, parenthesis, , name = "", end] = found ?? [];
    if (found !== null && (parenthesis === undefined || end !== undefined)) names.push(name);
    else if (isUnsure(text, after, word)) isOpen = true;
  }
  return { names, isOpen };
}

/** True when only a parser can tell what follows, such as a comment or an escape before the name. */
function isUnsure(text: string, after: number, word: string): boolean {
  const next = text.slice(after, after + 200).trimStart()[0];
  return next === undefined ? text.length > after + 200 : unsure[word]?.includes(next) === true;
}

const unsure: Readonly<Record<string, string>> = { import: "(/\"'`", from: "/\"'" };

const readsFiles = /^(?:node:)?(?:fs|fs\/promises|module|child_process|worker_threads)$/;

export class ImportedFiles {
  readonly #packages = new Map<string, readonly string[] | undefined>();

  of({ names, isOpen }: Specifiers, importer: string): Imports {
    const folder = dirname(importer);
    const found = names.map((name) => this.#filesMeant(name, folder));
    return {
      files: found.flatMap((files) => files ?? []),
      isOpen: isOpen || found.includes(undefined),
    };
  }

  /** Returns an empty list for an installed package; undefined when it is unknown. */
  #filesMeant(specifier: string, folder: string): readonly string[] | undefined {
    const path = specifier.replace(/[?#].*$/, "");
    if (/^(?:\.{0,2}\/|file:)/.test(path)) {
      const file = path.startsWith("file:") ? fileOfUrl(path) : resolve(folder, path);
      return file === undefined
        ? undefined
        : [file, file.replace(/\.(m?)js$/, ".$1ts"), `${file}.ts`];
    }
    if (readsFiles.test(specifier)) return undefined;
    if (/^(?:@traffic-policy\/|traffic-policy(?:\/|$))/.test(specifier)) return [];
    if (isBuiltin(specifier)) return [];
    const key = `${folder}\0${specifier}`;
    if (!this.#packages.has(key)) this.#packages.set(key, fileOfPackage(specifier, folder));
    return this.#packages.get(key);
  }
}

function fileOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function fileOfPackage(specifier: string, folder: string): readonly string[] | undefined {
  try {
    const file = createRequire(`${folder}/`).resolve(specifier);
    return /[\\/]node_modules[\\/]/.test(file) ? [] : [file];
  } catch {
    return undefined;
  }
}
