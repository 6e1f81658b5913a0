import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TemporaryFolder } from "../temporary-folder.ts";

/** A text in Markdown that an editor shows. */
export interface Page {
  readonly name: string;
  readonly markdown: string;
}

/** Pages as files that an editor can open: the user's alone, in a temporary folder that goes when the server ends. */
export class Pages {
  #folder: TemporaryFolder | undefined;

  /** @returns the URI of its file */
  show({ name, markdown }: Page): string {
    this.#folder ??= new TemporaryFolder("editor");
    const file = join(
      mkdtempSync(join(this.#folder.path, "page-")),
      `${name.replaceAll(/[^\w.-]+/g, "-")}.md`,
    );
    writeFileSync(file, markdown, { mode: 0o600 });
    return pathToFileURL(file).href;
  }

  remove(): void {
    this.#folder?.remove();
    this.#folder = undefined;
  }
}
