import { dirname } from "node:path";
import { makeFolder } from "../../make-folder.ts";
import { isExpected } from "../../expected-error.ts";
import { writeFile } from "../../write-file.ts";
import type { FileChange, PulledPolicy } from "./pulled-policy.ts";

/** Writes the files of pulled policies; one that cannot be written does not hinder the others. */
export async function carryOut(pulled: readonly PulledPolicy[]): Promise<PulledPolicy[]> {
  const results: PulledPolicy[] = [];
  const written = new Set<string>();
  for (const policy of pulled) {
    const { file, change } = policy;
    try {
      // Targets may share a file, and then hold the same policy.
      if (change !== undefined && !written.has(file)) await writeChange(file, change);
      written.add(file);
      results.push(policy);
    } catch (error) {
      if (!isExpected(error)) throw error;
      results.push({ ...policy, outcome: "failed", error });
    }
  }
  return results;
}

/**
 * Writes the new text of a file, and makes the folders that it is in.
 *
 * @throws CommandError when it cannot be written, or has changed meanwhile
 */
export async function writeChange(file: string, { before, text }: FileChange): Promise<void> {
  makeFolder(dirname(file));
  await writeFile(file, text, before);
}
