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

/** Converts a URI to an absolute path; undefined when it does not name a file of this machine. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // A host, or an escape that no path can have.
    return undefined;
  }
}

export class WorkspaceTexts {
  readonly #folder: string;
  readonly #runsCode: boolean;
  readonly #texts = new Map<string, string>();
  /** The editor's URI of a file, which it may escape differently. */
  readonly #uris = new Map<string, string>();
  /** File extensions for documents that have no name yet. */
  readonly #endings = new Map<string, string>();
  readonly #yaml = new Map<string, YamlVersions>();

  constructor(folder: string, runsCode: boolean) {
    this.#folder = folder;
    this.#runsCode = runsCode;
  }

  /** Sets the text of a document; undefined when it was closed. */
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

  files(): Files {
    const files = new Files(this.#folder, undefined, {
      runsCode: this.#runsCode,
      yaml: this.#yaml,
    });
    for (const [file, text] of this.#texts) files.give(file, text);
    return files;
  }
}
