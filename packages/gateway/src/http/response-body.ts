import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { createCompressor } from "./compressor.ts";
import { fitToCompression } from "./fit-to-compression.ts";
import type { RawFields } from "./fields.ts";
import { isOfBody } from "./hop-by-hop.ts";

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
