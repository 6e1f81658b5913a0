import type { PackageFiles } from "../package-files.ts";
import { assetText, contents } from "./assets.ts";

/** The files of the package, inside of the executable: other programs cannot open them. */
export const packageFiles: PackageFiles = {
  text: (path) => assetText(`package/${path}`),
  paths: (folder) =>
    contents()
      .files.filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1)),
  url: () => undefined,
};
