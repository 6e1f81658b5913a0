import type { Duplex } from "node:stream";

/**
 * Holds up what the upstream sends while the client does not keep up with it.
 *
 * undici could do so by pausing its parser, but version 7 ends the process when the upstream closes
 * the connection then (https://github.com/nodejs/undici/issues/5360); version 8 needs Node 22. Here
 * the parser has nothing to read instead, and what is in the socket's buffer stays there.
 */
export class UpstreamFlow {
  #socket: Duplex | undefined;
  #isHeld = false;

  /** A connection begins, whose socket undici will read. */
  begin(socket: Duplex): void {
    this.#socket = socket;
    this.#isHeld = false;
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown =>
      this.#isHeld && this.#socket === socket ? null : read(size);
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** Lets it flow on; not to be called while undici reads. */
  release(): void {
    this.end();
    this.#socket?.emit("readable");
  }

  /** Lets flow what comes after a response that is over. */
  end(): void {
    this.#isHeld = false;
  }
}
