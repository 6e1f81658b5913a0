import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A script that was taken out of a page. */
export interface ScriptFile {
  /** From the top of the site. */
  readonly path: string;
  readonly text: string;
}

/**
 * Takes the scripts out of a page, so that it works on a server that allows none in pages. They run where they did: none
 * of them is put off.
 *
 * @param base - the path of the site, with a slash at its end
 */
export function scriptsInFiles(
  html: string,
  base: string,
): { readonly html: string; readonly files: readonly ScriptFile[] } {
  const files: ScriptFile[] = [];
  const without = html.replaceAll(
    /<script((?:\s+[\w-]+(?:="[^"]*")?)*)>([^]*?)<\/script>/g,
    (found: string, attributes: string, text: string) => {
      if (text.trim() === "" || /\ssrc=/.test(attributes)) return found;
      const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
      const path = `assets/script.${digest}.js`;
      files.push({ path, text });
      return `<script${attributes} src="${base}${path}"></script>`;
    },
  );
  return { html: without, files };
}

/** Writes such scripts into the folder of the site. */
export function writeScripts(files: readonly ScriptFile[], outDir: string): void {
  for (const { path, text } of files) {
    mkdirSync(join(outDir, "assets"), { recursive: true });
    writeFileSync(join(outDir, path), text);
  }
}
