const signatures: Readonly<Record<string, readonly number[]>> = {
  gzip: [0x1f, 0x8b],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
  xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  bzip2: [0x42, 0x5a, 0x68],
  lz4: [0x04, 0x22, 0x4d, 0x18],
  zip: [0x50, 0x4b, 0x03, 0x04],
};

export const signatureLength = 10;

export function compressionOf(start: Uint8Array): string | undefined {
  const begins = (bytes: readonly number[]): boolean =>
    bytes.every((byte, index) => start[index] === byte);
  if (isSkippableFrame(start)) return "zstd";
  const found = Object.entries(signatures).find(([, bytes]) => begins(bytes))?.[0];
  // A text may begin so, too: of this program, the number of a block follows, and its mark.
  if (found !== "bzip2" || begins([0x42, 0x5a, 0x68, start[3] ?? 0, 0x31, 0x41, 0x59]))
    return found;
  return undefined;
}

/** True for a zstd frame of other data, which may come before the compressed frames. */
function isSkippableFrame([first = 0, ...rest]: Uint8Array): boolean {
  return first >> 4 === 5 && [0x2a, 0x4d, 0x18].every((byte, index) => rest[index] === byte);
}
