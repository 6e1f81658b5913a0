import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Replaces a file as a whole, or leaves it as it is. Unlike `replaceFile` this needs no other module and
 * does not wait for the disk: it is for what can be made anew.
 *
 * @throws the error of the file system
 */
export function replaceFileSync(file: string, content: Uint8Array | string, mode?: number): void {
  const made = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(made, content, { mode });
    renameSync(made, file);
  } catch (error) {
    rmSync(made, { force: true });
    throw error;
  }
}
