import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

/** Those of the files that are missing, or hold something else. */
export function staleFiles(files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path, text }) => {
    const file = new URL(path, root);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
}

/** Writes the files that are not current, and prints their paths. */
export function writeFiles(files: readonly GeneratedFile[]): void {
  for (const { path, text } of staleFiles(files)) {
    const file = new URL(path, root);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
    console.log(path);
  }
}
