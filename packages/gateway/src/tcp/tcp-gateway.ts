import { createServer, type Server, type Socket } from "node:net";
import {
  RateLimits,
  type CompiledPolicy,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { checkProtocol } from "../gateway-error.ts";
import { listenFor, type Listening } from "../listen/listen.ts";
import type { Gateway, GatewayOptions } from "../options.ts";
import { surroundings } from "../surroundings.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { serveConnection, type TcpSetting } from "./tcp-connection.ts";

/** A gateway for a TCP or TLS policy. */
export class TcpGateway implements Gateway {
  readonly url: string;
  readonly #options: GatewayOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #setting: TcpSetting;

  /** @throws GatewayError when an option makes no sense, or the port cannot be used */
  static start(options: GatewayOptions): Promise<TcpGateway> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    return listenFor(
      server,
      options,
      (upstream, listening) => new TcpGateway(options, upstream, server, listening),
    );
  }

  private constructor(
    options: GatewayOptions,
    upstream: Upstream,
    server: Server,
    { authority }: Listening,
  ) {
    this.url = `tcp://${authority}`;
    this.#options = options;
    this.#server = server;
    this.#setting = {
      ...this.#settingOf(options.policy),
      upstream,
      around: surroundings(this.url, options),
      onExchange: options.onExchange ?? (() => {}),
      onProblem: options.onProblem ?? (() => {}),
    };
    server.on("connection", (socket) => this.#connected(socket));
  }

  get open(): number {
    return this.#sockets.size;
  }

  setPolicy(policy: CompiledPolicy): void {
    checkProtocol(policy, this.#setting.policy);
    this.#setting = { ...this.#setting, ...this.#settingOf(policy) };
  }

  async close({ now = false }: { readonly now?: boolean } = {}): Promise<void> {
    const closed = new Promise<void>((settle) => {
      // The callback comes when it is closed already, too.
      this.#server.close(() => settle());
    });
    if (now) for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #settingOf(policy: CompiledPolicy): {
    readonly policy: CompiledPolicy;
    readonly simulation: SimulationOptions;
  } {
    return { policy, simulation: { ...this.#options.simulation, rateLimits: new RateLimits() } };
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    serveConnection(socket, this.#setting);
  }
}
