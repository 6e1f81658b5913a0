import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Files } from "@traffic-policy/project";
import { replaceFileSync } from "@traffic-policy/project/internal";
import { localFolder, makeLocalFolder } from "@traffic-policy/project/files";
import { CommandError } from "./context.ts";

/**
 * Returns what is saved in the local folder under a name; undefined when there is nothing, or its digest does not match,
 * because a flipped bit could be reported as a result.
 */
export function savedCache(folder: string, name: string, files: Files): unknown {
  try {
    const file = join(localFolder(folder), name);
    const [, digest, text = ""] =
      /^\["([0-9a-f]{64})",\n(.*)\]\n$/s.exec(files.looseTextIfAny(file) ?? "") ?? [];
    return digest === digestOf(text) ? (JSON.parse(text) as unknown) : undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return undefined;
  }
}

/** Saves it, as a whole or not at all; failure to write is ignored, because the next run makes it again. */
export function saveCache(folder: string, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    makeLocalFolder(folder);
    const file = join(localFolder(folder), name);
    replaceFileSync(file, `["${digestOf(text)}",\n${text}]\n`);
  } catch {
    // As said.
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
