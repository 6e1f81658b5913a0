import type { FileHandle } from "node:fs/promises";
import { refuseCut, refuseDamaged, refuseMore } from "./log-file-error.ts";

const how = "zstd";
const frameMagic = 0xfd2fb528;
/** The first of the 16 magic numbers of skippable frames. */
const skippableMagic = 0x184d2a50;

/**
 * Walks the frames and blocks of a zstd file to its end, as RFC 8878 describes them. DuckDB compares checksums, but
 * takes a file that ends within a frame for complete.
 *
 * @throws LogFileError when the file is cut off, or does not consist of frames and blocks
 */
export async function checkZstd(file: string, handle: FileHandle, size: number): Promise<void> {
  const bytes = new Bytes(file, handle, size);
  for (let at = 0; at < size;) {
    // oxlint-disable-next-line no-await-in-loop -- Where a frame begins is known at the end of the one before.
    const end = await endOfFrame(file, bytes, at);
    if (end > size) refuseCut(file, how);
    at = end;
  }
}

async function endOfFrame(file: string, bytes: Bytes, start: number): Promise<number> {
  const magic = await bytes.number(start, 4);
  if (magic - (magic % 16) === skippableMagic) {
    return start + 8 + (await bytes.number(start + 4, 4));
  }
  if (magic !== frameMagic) return refuseMore(file, how);
  const descriptor = await bytes.number(start + 4, 1);
  if ((descriptor & 0b1000) !== 0) refuseDamaged(file, how);
  let at = start + 5 + lengthOfHeader(descriptor);
  for (let isLast = false; !isLast;) {
    // oxlint-disable-next-line no-await-in-loop -- Where a block begins is known at the end of the one before.
    const block = await bytes.number(at, 3);
    const [type, length] = [(block >> 1) & 0b11, block >> 3];
    if (type === reservedBlock) refuseDamaged(file, how);
    at += 3 + (type === repeatedByte ? 1 : length);
    isLast = (block & 1) === 1;
  }
  const hasChecksum = (descriptor & 0b100) !== 0;
  return at + (hasChecksum ? 4 : 0);
}

const repeatedByte = 1;
const reservedBlock = 3;

function lengthOfHeader(descriptor: number): number {
  const isSingleSegment = (descriptor & 0b10_0000) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 0b11] ?? 0;
  const content = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return (isSingleSegment ? 0 : 1) + dictionary + content;
}

const partSize = 65_536;

class Bytes {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #size: number;
  readonly #part = Buffer.alloc(partSize);
  #start = 0;
  #end = 0;

  constructor(file: string, handle: FileHandle, size: number) {
    this.#file = file;
    this.#handle = handle;
    this.#size = size;
  }

  /** @throws LogFileError when the file ends before */
  async number(at: number, length: number): Promise<number> {
    if (at + length > this.#size) refuseCut(this.#file, how);
    if (at < this.#start || at + length > this.#end) {
      const { bytesRead } = await this.#handle.read(this.#part, 0, partSize, at);
      [this.#start, this.#end] = [at, at + bytesRead];
      if (bytesRead < length) refuseCut(this.#file, how);
    }
    return this.#part.readUIntLE(at - this.#start, length);
  }
}
