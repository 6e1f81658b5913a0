import { getRawAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

// What `scripts/build-executable.ts` puts into the executable, by its paths there.

/** The URL of what is inside: below the executable, where no file can be. It ends with a slash. */
export const insideUrl = `${pathToFileURL(process.execPath).href}/`;

/** Returns a file that every run reads, and that stands there as it is. It must not be written to. */
export function plainAsset(path: string): Buffer {
  return Buffer.from(getRawAsset(path) as ArrayBuffer);
}

/** Returns any other file; these are compressed. */
export function assetBytes(path: string): Buffer {
  return inflateRawSync(plainAsset(path));
}

export function assetText(path: string): string {
  return assetBytes(path).toString();
}

interface Contents {
  /** The paths of the files of the package. */
  readonly files: readonly string[];
  /** The paths of the modules that user code may import, by the names that it imports them by. */
  readonly modules: Readonly<Record<string, string>>;
}

let known: Contents | undefined;

export function contents(): Contents {
  return (known ??= JSON.parse(assetText("contents.json")) as Contents);
}
