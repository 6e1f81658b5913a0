import { existsSync } from "node:fs";

const folder = new URL("../../shared/", import.meta.url);

/**
 * A file or folder of what was collected about the service, which lies beside the repository where it
 * is developed. Nothing when none of it is there: whoever asks skips the test then.
 *
 * @throws Error when only this one is missing
 */
export function sharedData(path: string): URL | undefined {
  const found = new URL(path, folder);
  if (existsSync(found)) return found;
  if (!existsSync(folder)) return undefined;
  throw new Error(`../shared/${path} is missing, which a test compares with.`);
}
