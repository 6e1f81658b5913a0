import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, type Writable, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { isOfBody, listOf, type RawFields } from "./fields.ts";

/**
 * The body of a request on its way to the upstream: a stream of its own, because undici ends what it
 * was given when the upstream fails, and with the request the client's connection.
 */
export class RequestBody {
  readonly stream = new PassThrough();
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.stream.on("error", () => {});
    request.once("error", (error) => this.stream.destroy(error));
    request.pipe(this.stream);
  }

  /** Lets go of what the client still sends: the upstream does not want it any more. */
  release(): void {
    this.#request.unpipe(this.stream);
    this.#request.resume();
    this.stream.destroy();
  }
}

/** The body of a response on its way to the client, compressed if the policy says so. */
export class ResponseBody {
  readonly #response: ServerResponse;
  readonly #sink: Writable;
  readonly #isCompressed: boolean;
  readonly #flush: (() => void) | undefined;
  #isWaiting = false;

  /**
   * @param response - whose head is written
   * @param compression - the algorithm
   * @param isStreamed - whether each chunk shall reach the client at once, as events do
   */
  constructor(response: ServerResponse, compression: string | undefined, isStreamed: boolean) {
    this.#response = response;
    this.#sink = response;
    this.#isCompressed = compression !== undefined;
    if (compression === undefined) return;
    const compressor = createCompressor(compression);
    this.#sink = compressor;
    if (isStreamed) this.#flush = () => compressor.flush();
    compressor.on("error", () => response.destroy());
    response.once("close", () => compressor.destroy());
    compressor.pipe(response);
  }

  /**
   * Writes a chunk.
   *
   * @param wait - is called when the client does not keep up
   * @param go - is called when it does again
   */
  write(chunk: Uint8Array, wait: () => void, go: () => void): void {
    const hasRoom = this.#sink.write(chunk);
    this.#flush?.();
    if (hasRoom || this.#isWaiting) return;
    this.#isWaiting = true;
    wait();
    this.#sink.once("drain", () => {
      this.#isWaiting = false;
      go();
    });
  }

  /** @param trailers - names and values, which only a body in chunks can have */
  end(trailers: RawFields): void {
    const fitting = this.#isCompressed ? fitToCompression(trailers) : trailers;
    const pairs = fitting.flatMap((name, index): [string, string][] =>
      index % 2 === 0 && !isOfBody(name.toLowerCase()) ? [[name, fitting[index + 1] ?? ""]] : [],
    );
    if (pairs.length > 0) this.#response.addTrailers(pairs);
    this.#sink.end();
  }
}

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

function createCompressor(algorithm: string): Compressor {
  const make = makers[algorithm];
  if (make === undefined) throw new Error(`Nothing here compresses with ${algorithm}.`);
  return make();
}

/** Fields about the bytes before they are compressed. Source: RFC 9530, and RFC 9110, section 14.3. */
const aboutOtherBytes = new Set([
  "accept-ranges",
  "content-digest",
  "content-md5",
  "digest",
  "repr-digest",
]);

/**
 * Makes the head or the trailers of a response fit a body that the gateway compresses: digests and the
 * offer of ranges go, and entity tags become weak, because the bytes are others.
 * Source: RFC 9110, section 8.8.3.3.
 */
export function fitToCompression(raw: RawFields): string[] {
  const fields: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const value = fittingValue(name.toLowerCase(), raw[index + 1] ?? "");
    if (value !== undefined) fields.push(name, value);
  }
  return fields;
}

function fittingValue(name: string, value: string): string | undefined {
  if (aboutOtherBytes.has(name)) return undefined;
  if (name === "etag") return weak(value);
  if (name !== "trailer") return value;
  const announced = listOf([value]).filter((trailer) => !aboutOtherBytes.has(trailer));
  return announced.length === 0 ? undefined : announced.join(", ");
}

/** What is no entity tag cannot become a weak one, and would be taken for a strong one. */
function weak(tag: string): string | undefined {
  if (tag.startsWith("W/")) return tag;
  return tag.startsWith('"') ? `W/${tag}` : undefined;
}
