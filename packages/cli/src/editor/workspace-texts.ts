import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { DocumentLanguage } from "@traffic-policy/language-server";
import type { YamlVersions } from "@traffic-policy/policy-language/yaml";
import { Files, isCode } from "@traffic-policy/project";

const endings: Readonly<Record<DocumentLanguage, string>> = {
  json: ".json",
  yaml: ".yaml",
  code: ".ts",
};

/** The absolute path of the file that a URI names; nothing where it names none of this machine. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // A host, or an escape that no path can have.
    return undefined;
  }
}

/** The texts of documents that an editor has open, by the files that they stand for. */
export class WorkspaceTexts {
  readonly #folder: string;
  readonly #runsCode: boolean;
  readonly #texts = new Map<string, string>();
  /** What the editor calls a file: it may escape URIs in another way. */
  readonly #uris = new Map<string, string>();
  /** What the names of documents would end with that have no name yet. */
  readonly #endings = new Map<string, string>();
  /** Of the documents that are open; the others are read again. */
  readonly #yaml = new Map<string, YamlVersions>();

  /** @param runsCode - whether modules may be run */
  constructor(folder: string, runsCode: boolean) {
    this.#folder = folder;
    this.#runsCode = runsCode;
  }

  /** Takes the text of a document; nothing when it was closed. */
  give(uri: string, text: string | undefined, language?: DocumentLanguage): void {
    if (language !== undefined && !isCode(uri) && !/\.(?:json|ya?ml)$/.test(uri))
      this.#endings.set(uri, endings[language]);
    const file = this.fileOf(uri);
    if (text === undefined) {
      this.#texts.delete(file);
      this.#yaml.delete(file);
      this.#endings.delete(uri);
    } else {
      this.#texts.set(file, text);
      this.#uris.set(file, uri);
    }
  }

  /** The absolute path of the file that a document is, or would be. */
  fileOf(uri: string): string {
    const path = pathOf(uri);
    if (path !== undefined) return path;
    // One that was never saved belongs to the folder of the workspace.
    const name = uri.replaceAll(/[^\w.-]+/g, "-");
    const ending = this.#endings.get(uri) ?? "";
    return join(this.#folder, name.endsWith(ending) ? name : `${name}${ending}`);
  }

  uriOf(file: string): string {
    return this.#uris.get(file) ?? pathToFileURL(file).href;
  }

  /** The files as the editor has them now. */
  files(): Files {
    const files = new Files(this.#folder, undefined, {
      runsCode: this.#runsCode,
      yaml: this.#yaml,
    });
    for (const [file, text] of this.#texts) files.give(file, text);
    return files;
  }
}
