import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The paths of the files in a folder and its folders, relative to it. Links are not followed: what is
 * installed leads to everything.
 *
 * @param without - the names of files and folders to leave out
 */
export function filesBelow(folder: string, without: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !without.test(name))
    .flatMap((one) =>
      one.isDirectory()
        ? filesBelow(join(folder, one.name), without).map((file) => `${one.name}/${file}`)
        : [one.name],
    );
}
