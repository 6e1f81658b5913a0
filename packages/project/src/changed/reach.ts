import { isCode } from "../policies/load-policy.ts";
import { type Files } from "../files/files.ts";
import { ChangedPaths } from "./changed-paths.ts";
import { ImportedFiles, quickSpecifiers, type Imports, type Specifiers } from "./imports.ts";

/** Finds the files that changed files reach: those that changed or import a changed file, even indirectly. */
export class Reach {
  readonly #files: Files;
  readonly #paths: ChangedPaths;
  readonly #imported = new ImportedFiles();
  readonly #quick: Walk;
  #exact: Walk | undefined;

  /** @param changed - absolute paths, like all paths here */
  constructor(changed: ReadonlySet<string>, files: Files) {
    this.#files = files;
    this.#paths = new ChangedPaths(changed);
    this.#quick = this.#walk(quickSpecifiers);
  }

  /** True when a file, or the target of a link, changed itself. */
  isChanged(file: string): boolean {
    return this.#paths.has(file);
  }

  /** Returns the reached files; a file that may use a changed file counts as reached. */
  async among(files: Iterable<string>): Promise<Set<string>> {
    const found = [...files].filter((file) =>
      isCode(file) ? this.#quick.reaches(file) : this.isChanged(file),
    );
    const isSure = (file: string): boolean => !isCode(file) || this.isChanged(file);
    if (found.every(isSure)) return new Set(found);
    const exact = (this.#exact ??= await this.#exactWalk());
    return new Set(found.filter((file) => isSure(file) || exact.reaches(file)));
  }

  // The parser is loaded only here: most modules import nothing that changed, which is seen without it.
  async #exactWalk(): Promise<Walk> {
    const { exactSpecifiers } = await import("./exact-specifiers.ts");
    return this.#walk(exactSpecifiers);
  }

  #walk(specifiersOf: (text: string, file: string) => Specifiers): Walk {
    return new Walk(
      (file) => this.isChanged(file),
      (file) => {
        const text = isCode(file) ? this.#files.textIfReadable(file) : undefined;
        if (text === undefined) return { files: [], isOpen: false };
        return this.#imported.of(specifiersOf(text, file), file);
      },
    );
  }
}

class Walk {
  readonly #isChanged: (file: string) => boolean;
  readonly #importsOf: (file: string) => Imports;
  readonly #known = new Map<string, boolean>();

  constructor(isChanged: (file: string) => boolean, importsOf: (file: string) => Imports) {
    this.#isChanged = isChanged;
    this.#importsOf = importsOf;
  }

  reaches(file: string): boolean {
    const seen = new Set([file]);
    // A set that grows while it is visited.
    for (const one of seen) {
      const known = this.#known.get(one);
      // What an unreached file imports is not reached, either.
      if (known === false) continue;
      const { files, isOpen } =
        known === true || this.#isChanged(one) ? reached : this.#importsOf(one);
      if (isOpen) {
        this.#known.set(file, true);
        return true;
      }
      for (const next of files) seen.add(next);
    }
    for (const one of seen) this.#known.set(one, false);
    return false;
  }
}

const reached: Imports = { files: [], isOpen: true };
