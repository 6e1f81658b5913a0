import type { Duplex } from "node:stream";
import { Client, type buildConnector, type Dispatcher } from "undici";

export interface UpstreamDispatch extends Dispatcher.DispatchOptions {
  readonly onFlow: (flow: UpstreamFlow) => void;
}

export interface UpstreamClientOptions extends Client.Options {
  readonly connect: buildConnector.connector;
}

/** A single connection to the upstream, which carries one request at a time. */
export class UpstreamClient extends Client {
  readonly #flow: UpstreamFlow;

  constructor(origin: URL, { connect, ...options }: UpstreamClientOptions) {
    const flow = new UpstreamFlow();
    super(origin, {
      ...options,
      connect: (given, callback) =>
        connect(given, (...[error, socket]) => {
          if (error !== null) {
            callback(error, null);
            return;
          }
          flow.begin(socket);
          callback(null, socket);
        }),
    });
    this.#flow = flow;
  }

  override dispatch(options: UpstreamDispatch, handler: Dispatcher.DispatchHandler): boolean {
    options.onFlow(this.#flow);
    return super.dispatch(options, handler);
  }
}

/**
 * Applies backpressure to the upstream while the client does not keep up.
 *
 * undici could pause its parser for this, but version 7 then ends the process when the upstream closes the connection
 * (https://github.com/nodejs/undici/issues/5360), and version 8 needs Node 22. Here the parser has nothing to read
 * instead, and the data stays in the socket's buffer.
 */
export class UpstreamFlow {
  #socket: Duplex | undefined;
  #isHeld = false;

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

  /** Lets data flow again. Do not call it while undici reads. */
  release(): void {
    this.end();
    this.#socket?.emit("readable");
  }

  resume(): void {
    if (this.#isHeld) this.release();
  }

  end(): void {
    this.#isHeld = false;
  }
}
