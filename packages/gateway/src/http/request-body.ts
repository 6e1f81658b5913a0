import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";

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
