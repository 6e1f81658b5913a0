import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { LineLengths } from "./long-lines.ts";
import { refuseCut, refuseDamaged, refuseMore } from "./log-file-error.ts";

const partSize = 262_144;

/**
 * Decompresses a gzip file to its end, to verify the checksums and lengths, which DuckDB does not compare. Discards
 * the content.
 *
 * @returns the number of the first line that is too long
 * @throws LogFileError when the file is cut off or damaged, or has data after its end
 */
export async function checkGzip(
  file: string,
  handle: FileHandle,
  size: number,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes?(bytes: number): void } = {},
): Promise<number | undefined> {
  const gunzip = createGunzip({ chunkSize: partSize });
  const lengths = new LineLengths();
  const read = async (parts: AsyncIterable<Uint8Array>): Promise<void> => {
    let before = 0;
    for await (const part of parts) {
      lengths.add(part);
      onBytes?.(gunzip.bytesWritten - before);
      before = gunzip.bytesWritten;
    }
  };
  const source = handle.createReadStream({ start: 0, highWaterMark: partSize, autoClose: false });
  try {
    await pipeline(source, gunzip, read, { ...(signal && { signal }) });
  } catch (error) {
    const { code, message, name } = error as NodeJS.ErrnoException;
    // It has come to its end, and does not take what is left.
    if (name === "AbortError" && signal?.aborted !== true) refuseMore(file, "gzip");
    // The header of the file was looked at before: so it is what follows that has none.
    if (message === "incorrect header check") refuseMore(file, "gzip");
    if (code === "Z_BUF_ERROR") refuseCut(file, "gzip");
    if (code?.startsWith("Z_") === true) refuseDamaged(file, "gzip");
    throw error;
  }
  if (gunzip.bytesWritten !== size) refuseMore(file, "gzip");
  return lengths.tooLong;
}
