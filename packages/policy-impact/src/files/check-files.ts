import { open, stat, type FileHandle } from "node:fs/promises";
import { extname } from "node:path";
import type { QueryOptions } from "../database.ts";
import { checkGzip } from "./gzip.ts";
import { LogFileError, refuseOther } from "./log-file-error.ts";
import { lineError, tooLongLine } from "./long-lines.ts";
import { compressionOf, signatureLength } from "./signatures.ts";
import { checkZstd } from "./zstd.ts";

const decompressed: Readonly<Record<string, string>> = { ".gz": "gzip", ".zst": "zstd" };

/** The number of files checked in parallel: as many as Node.js decompresses at a time. */
const together = 4;

/**
 * Makes sure that files of a log are whole, as far as they tell: what is compressed must have its end and its
 * checksums, and be named so that it is decompressed. What is no regular file can be read only once, and is not looked
 * at, and neither are the lines of what zstd has compressed: for those see {@link checkLinesOfZstd}.
 *
 * @param files - their names
 * @returns what is wrong with the first one that has a line which is too long to be read as such
 * @throws LogFileError for the first one that is not whole
 */
export async function checkLogFiles(
  files: readonly string[],
  { signal, onProgress }: QueryOptions = {},
): Promise<LogFileError | undefined> {
  const stats = await Promise.all(files.map((file) => stat(file)));
  const regular = files.flatMap((file, index) => {
    const { size } = stats[index] ?? { size: 0 };
    return stats[index]?.isFile() === true ? [{ file, size }] : [];
  });
  const total = regular.reduce(
    (sum, { file, size }) => sum + (isDecompressed(file, "gzip") ? size : 0),
    0,
  );
  let done = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    onProgress?.({ share: Math.min(1, done / total) });
  };
  let tooLong: LogFileError | undefined;
  for (let start = 0; start < regular.length; start += together) {
    const some = regular.slice(start, start + together);
    const checks = some.map(({ file, size }) => checkFile(file, size, { signal, onBytes }));
    // oxlint-disable-next-line no-await-in-loop -- Not more of them at a time.
    for (const result of await Promise.allSettled(checks)) {
      if (result.status === "rejected") throw result.reason;
      tooLong ??= result.value;
    }
  }
  return tooLong;
}

export function isDecompressed(file: string, compression?: string): boolean {
  const named = decompressed[extname(file)];
  return named !== undefined && (compression === undefined || named === compression);
}

interface Watched {
  readonly signal: AbortSignal | undefined;
  onBytes(bytes: number): void;
}

async function checkFile(
  file: string,
  size: number,
  watched: Watched,
): Promise<LogFileError | undefined> {
  const handle = await open(file);
  try {
    const line = await checkOpened(file, handle, size, watched);
    return line === undefined ? undefined : lineError(file, line);
  } finally {
    await handle.close();
  }
}

async function checkOpened(
  file: string,
  handle: FileHandle,
  size: number,
  watched: Watched,
): Promise<number | undefined> {
  const start = Buffer.alloc(signatureLength);
  await handle.read(start, 0, signatureLength, 0);
  const compression = compressionOf(start);
  const named = decompressed[extname(file)];
  if (named === undefined) {
    if (compression !== undefined) refuseCompressed(file, compression);
    return start.toString("latin1").startsWith("PAR1") ? undefined : tooLongLine(handle, size);
  }
  if (size === 0) throw new LogFileError(file, `It is empty, and so not what ${named} writes.`);
  if (compression !== named) refuseOther(file, named);
  if (named === "gzip") return checkGzip(file, handle, size, watched);
  await checkZstd(file, handle, size);
  return undefined;
}

/** @throws LogFileError always */
function refuseCompressed(file: string, compression: string): never {
  const end = Object.keys(decompressed).find((one) => decompressed[one] === compression);
  throw new LogFileError(
    file,
    end === undefined
      ? `It is compressed by ${compression}, which is not read.`
      : `It is compressed by ${compression}, and its name does not end in ${end}.`,
  );
}
