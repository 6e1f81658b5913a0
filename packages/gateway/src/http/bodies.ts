import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, type Writable, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { isOfBody, listOf, type RawFields } from "../fields.ts";

/** Thrown when a client or an upstream stops in the middle of sending. */
export class BrokenOff extends Error {}

/**
 * The body of a request on its way to the upstream. It is a separate stream, because undici destroys the stream it
 * was given when the upstream fails, and destroying the request would close the client's connection.
 */
export class RequestBody {
  readonly #request: IncomingMessage;
  readonly #chunks: Buffer[] = [];
  #isWhole = false;
  #stream: PassThrough | undefined;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  /**
   * Reads the whole body. When it exceeds the limit, the part already read goes on with the rest.
   *
   * @throws BrokenOff when the client does not send all of it
   */
  read(most: number): Promise<Buffer | undefined> {
    const request = this.#request;
    if (Number(request.headers["content-length"] ?? 0) > most) return Promise.resolve(undefined);
    let size = 0;
    return new Promise((settle, refuse) => {
      const end = (): void => {
        request.off("data", take).off("end", whole).off("close", broken).off("error", broken);
      };
      const take = (chunk: Buffer): void => {
        this.#chunks.push(chunk);
        size += chunk.length;
        if (size <= most) return;
        end();
        request.pause();
        settle(undefined);
      };
      const whole = (): void => {
        end();
        this.#isWhole = true;
        settle(Buffer.concat(this.#chunks));
      };
      const broken = (): void => {
        end();
        refuse(new BrokenOff());
      };
      request.on("data", take).once("end", whole).once("close", broken).once("error", broken);
    });
  }

  /**
   * Returns the body as a stream.
   *
   * @param whole - replaces what was read
   */
  stream(whole?: Uint8Array): PassThrough {
    const stream = new PassThrough();
    this.#stream = stream;
    stream.on("error", () => {});
    if (this.#isWhole) {
      stream.end(whole ?? Buffer.concat(this.#chunks));
      return stream;
    }
    for (const chunk of this.#chunks) stream.write(chunk);
    this.#request.once("error", (error) => stream.destroy(error));
    this.#request.pipe(stream);
    return stream;
  }

  /** Discards what the client still sends, because the upstream no longer wants it. */
  release(): void {
    if (this.#stream !== undefined) this.#request.unpipe(this.#stream);
    this.#request.resume();
    this.#stream?.destroy();
  }
}

/** Buffers the body of an upstream's response until it is known what becomes of it. */
export class HeldBody {
  #chunks: Buffer[] = [];
  #size = 0;
  #trailers: RawFields | undefined;
  #check: () => void = () => {};
  #isReading = false;

  get isReading(): boolean {
    return this.#isReading;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    this.#check();
  }

  end(trailers: RawFields): void {
    this.#trailers = trailers;
    this.#check();
  }

  get trailers(): RawFields | undefined {
    return this.#trailers;
  }

  /** Waits for the whole body; undefined when it exceeds the limit, and then the buffered part stays here. */
  read(most: number): Promise<Buffer | undefined> {
    this.#isReading = true;
    return new Promise((settle) => {
      this.#check = () => {
        if (this.#trailers === undefined && this.#size <= most) return;
        this.#check = () => {};
        this.#isReading = false;
        settle(this.#size <= most ? Buffer.concat(this.#chunks) : undefined);
      };
      this.#check();
    });
  }

  take(): Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }
}

export class ResponseBody {
  readonly #response: ServerResponse;
  readonly #sink: Writable;
  readonly #isCompressed: boolean;
  readonly #flush: (() => void) | undefined;
  #isWaiting = false;

  /**
   * @param response - its head is written already
   * @param compression - the algorithm
   * @param isStreamed - true when each chunk must reach the client at once, as events do
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

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /**
   * Writes a chunk.
   *
   * @param wait - called when the client does not keep up
   * @param go - called when it keeps up again
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

  /** @param trailers - names and values, which only a chunked body can have */
  end(trailers: RawFields): void {
    const fitting = this.#isCompressed ? fitToCompression(trailers) : trailers;
    const pairs = fitting.flatMap((name, index): [string, string][] =>
      index % 2 === 0 && !isOfBody(name.toLowerCase()) ? [[name, fitting[index + 1] ?? ""]] : [],
    );
    if (pairs.length > 0) this.#response.addTrailers(pairs);
    this.#sink.end();
  }
}

/** The parts of zlib that some supported versions of Node lack. */
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

export const algorithms: readonly string[] = Object.keys(makers);

function createCompressor(algorithm: string): Compressor {
  const make = makers[algorithm];
  if (make === undefined) throw new Error(`Nothing here compresses with ${algorithm}.`);
  return make();
}

/** Fields about the uncompressed bytes. Source: RFC 9530, and RFC 9110, section 14.3. */
const aboutOtherBytes = new Set([
  "accept-ranges",
  "content-digest",
  "content-md5",
  "digest",
  "repr-digest",
]);

/**
 * Adapts the head or trailers of a response to a body that the gateway compresses. Digests and `accept-ranges` go,
 * and entity tags become weak, because the bytes differ. Source: RFC 9110, section 8.8.3.3.
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

/** Undefined for a malformed entity tag: it cannot be made weak, and would be taken for a strong tag. */
function weak(tag: string): string | undefined {
  if (tag.startsWith("W/")) return tag;
  return tag.startsWith('"') ? `W/${tag}` : undefined;
}
