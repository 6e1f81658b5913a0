import { readdirSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { PublishedPackage } from "./published.ts";

/** One thing that a package can be imported by. */
export interface EntryPoint {
  readonly specifier: string;
  /** The files that stand for it, its types among them, relative to the package. */
  readonly files: readonly string[];
}

/** Every entry point of a package; one with a `*` stands for each file that it fits. */
export function entryPoints({ folder, manifest }: PublishedPackage): EntryPoint[] {
  return Object.entries(manifest.publishConfig.exports).flatMap(([path, entry]) => {
    const files = typeof entry === "string" ? [entry] : Object.values(entry);
    return namesFor(folder, path, files).map((name) => ({
      specifier: manifest.name + path.slice(1).replace("*", name),
      files: files.map((file) => file.slice(2).replace("*", name)),
    }));
  });
}

/** What stands in the place of `*`; an empty text where there is none. */
function namesFor(folder: string, path: string, files: readonly string[]): string[] {
  if (!path.includes("*")) return [""];
  const pattern = files.find((file) => extname(file) !== ".ts") ?? "";
  const [start = "", end = ""] = pattern.split("*");
  const inFolder = join(folder, dirname(`${start}_`));
  return readdirSync(inFolder)
    .map((name) => `${dirname(`${start}_`)}/${name}`)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => name.slice(start.length, name.length - end.length))
    .toSorted();
}
