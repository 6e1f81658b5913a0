import type { Duplex } from "node:stream";
import { Client, type buildConnector, type Dispatcher } from "undici";

/** What a request to the upstream says besides: who learns how to hold up its response. */
export interface UpstreamDispatch extends Dispatcher.DispatchOptions {
  readonly onFlow: (flow: UpstreamFlow) => void;
}

export interface UpstreamClientOptions extends Client.Options {
  readonly connect: buildConnector.connector;
}

/** One connection to the upstream, with one request at a time. */
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

  /** Lets it flow on if it is held up. */
  resume(): void {
    if (this.#isHeld) this.release();
  }

  /** Lets flow what comes after a response that is over. */
  end(): void {
    this.#isHeld = false;
  }
}
