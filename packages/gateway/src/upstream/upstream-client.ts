import { Client, type buildConnector, type Dispatcher } from "undici";
import { UpstreamFlow } from "./upstream-flow.ts";

/** What a request to the upstream says besides: who is told how to hold up its response. */
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
