import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TemporaryFolder } from "../temporary-folder.ts";

export interface Page {
  readonly name: string;
  readonly markdown: string;
}

/**
 * Writes pages as files that an editor can open, readable by the user alone, in a temporary folder that is removed
 * when the server ends.
 */
export class Pages {
  #folder: TemporaryFolder | undefined;

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
