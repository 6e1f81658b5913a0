import { statSync } from "node:fs";

/** Checks whether there is a folder at a path; what the system does not tell of is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
