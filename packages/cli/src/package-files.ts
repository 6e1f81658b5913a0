import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";

/** The files of the command's package. A single executable has them inside; see `executable/`. */
export interface PackageFiles {
  text(path: string): string;
  /** The paths of all files in a folder and below, relative to it; names without an ending are folders. */
  paths(folder: string): string[];
  /** The URL of a file; undefined when it has none. */
  url(path: string): string | undefined;
}

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);

export const packageFiles: PackageFiles = {
  text: (path) => readFileSync(urlOf(path), "utf8"),
  paths: (folder) =>
    readdirSync(urlOf(folder), { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll(sep, "/"))
      .filter((name) => /\.\w+$/.test(name))
      .toSorted(),
  url: (path) => urlOf(path).href,
};
