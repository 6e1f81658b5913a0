import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Files } from "@traffic-policy/policy-module";

/** The texts of documents that an editor has open, by the files that they stand for. */
export class WorkspaceTexts {
  readonly #folder: string;
  readonly #texts = new Map<string, string>();
  /** What the editor calls a file: it may escape URIs in another way. */
  readonly #uris = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes the text of a document; nothing when it was closed. */
  give(uri: string, text: string | undefined): void {
    const file = this.fileOf(uri);
    if (text === undefined) this.#texts.delete(file);
    else {
      this.#texts.set(file, text);
      this.#uris.set(file, uri);
    }
  }

  /** The text of a file that is open. */
  given(file: string): string | undefined {
    return this.#texts.get(file);
  }

  /** The absolute path of the file that a document is, or would be. */
  fileOf(uri: string): string {
    if (uri.startsWith("file:")) return fileURLToPath(uri);
    // One that was never saved belongs to the folder of the workspace.
    return join(this.#folder, uri.replaceAll(/[^\w.-]+/g, "-"));
  }

  uriOf(file: string): string {
    return this.#uris.get(file) ?? pathToFileURL(file).href;
  }

  /** The files as the editor has them now. */
  files(): Files {
    const files = new Files(this.#folder);
    for (const [file, text] of this.#texts) files.give(file, text);
    return files;
  }
}
