import { dirname, resolve } from "node:path";
import type { Files } from "../files/files.ts";

export function importedFile(
  specifier: string,
  importer: string,
  files: Files,
): string | undefined {
  if (!/^\.{0,2}\//.test(specifier)) return undefined;
  const path = resolve(dirname(importer), specifier);
  const meant = [path, path.replace(/\.(m?)js$/, ".$1ts")].find((one) => files.exists(one));
  return meant === undefined || /[\\/]node_modules[\\/]/.test(meant) ? undefined : meant;
}
