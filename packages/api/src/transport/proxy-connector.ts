import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { buildConnector, Client, errors, type Dispatcher } from "undici";
import type { Proxy } from "../configuration/proxy.ts";
import { ProxyFailure } from "../errors/no-answer.ts";

/**
 * Opens connections through tunnels of a proxy. The proxy sees only the host and the port: the TLS of the service
 * starts inside the tunnel.
 *
 * Undici's own proxy agent retries endlessly when a proxy closes the connection, and does not tell who refused.
 *
 * @param timeout - milliseconds until a tunnel is open, and again until its TLS is
 */
export function proxyConnector(proxy: Proxy, timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout });
  return (options, callback) => {
    const begin = async (): Promise<void> => {
      const tunnel = await openTunnel(proxy, placeOf(options), timeout);
      if (tunnel instanceof ProxyFailure) callback(tunnel, null);
      else connect({ ...options, httpSocket: tunnel }, callback);
    };
    void begin();
  };
}

function placeOf({ host = "", port }: buildConnector.Options): string {
  return port === "" ? `${host}:443` : host;
}

/** Returns the socket of a new tunnel, or the failure; never throws. */
async function openTunnel(
  { origin, authorization }: Proxy,
  place: string,
  timeout: number,
): Promise<Socket | ProxyFailure> {
  const known = { origin, place, timeout };
  const connect = buildConnector({ timeout });
  const client = new Client(origin, {
    // Undici takes the name for the TLS from the header `host`, which is the service's.
    connect: (options, callback) => connect({ ...options, servername: "" }, callback),
  });
  const tunnel = new Tunnel();
  const timer = setTimeout(() => tunnel.stop(new errors.ConnectTimeoutError()), timeout);
  try {
    client.dispatch(
      {
        method: "CONNECT",
        path: place,
        headers: { host: place, ...(authorization && { "proxy-authorization": authorization }) },
      },
      tunnel,
    );
    const { status, socket } = await tunnel.answer;
    if (status >= 200 && status < 300) return socket;
    socket.on("error", () => undefined).destroy();
    return new ProxyFailure({ ...known, status, hasUser: authorization !== undefined });
  } catch (cause) {
    return new ProxyFailure({ ...known, cause });
  } finally {
    clearTimeout(timer);
    // The socket is the client's no longer, unless there is no tunnel.
    void client.destroy();
  }
}

interface Opened {
  readonly status: number;
  readonly socket: Socket;
}

class Tunnel implements Dispatcher.DispatchHandler {
  /** Rejects with undici's error, or with the one given to `stop`. */
  readonly answer: Promise<Opened>;
  #resolve!: (opened: Opened) => void;
  #reject!: (error: Error) => void;

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  stop(error: Error): void {
    this.#reject(error);
  }

  onRequestStart(): void {}

  /** Undici calls it for every status, because the data after the head of a CONNECT answer has no HTTP form. */
  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    _headers: IncomingHttpHeaders,
    socket: Duplex,
  ): void {
    this.#resolve({ status, socket: socket as Socket });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
