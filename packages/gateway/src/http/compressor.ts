import type { Transform } from "node:stream";
import * as zlib from "node:zlib";

/** What of zlib is not in every version of Node that is supported. */
const { createZstdCompress } = zlib as {
  createZstdCompress?: () => Transform & Pick<zlib.Zlib, "flush">;
};

type Compressor = Transform & { flush(callback?: () => void): void };

// The usual quality of Brotli is for files that are compressed once; servers take one from 4 to 6.
const brotliQuality = 5;

const makers: Readonly<Record<string, () => Compressor>> = {
  gzip: () => zlib.createGzip(),
  // RFC 9110, section 8.4.1.2: it has the header and the checksum of zlib.
  deflate: () => zlib.createDeflate(),
  br: () =>
    zlib.createBrotliCompress({
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  ...(createZstdCompress && { zstd: createZstdCompress as () => Compressor }),
};

/** The algorithms that this Node compresses with. */
export const algorithms: readonly string[] = Object.keys(makers);

/** A stream that compresses. */
export function createCompressor(algorithm: string): Compressor {
  const make = makers[algorithm];
  if (make === undefined) throw new Error(`Nothing here compresses with ${algorithm}.`);
  return make();
}
