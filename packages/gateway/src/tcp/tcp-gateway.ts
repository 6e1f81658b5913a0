import { connect, createServer, type Server, type Socket } from "node:net";
import {
  type CompiledPolicy,
  type Exchange,
  ExchangeRun,
  RateLimits,
  rulesAfterUpstream,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { checkProtocol } from "../gateway-error.ts";
import { listenFor } from "../listen/listen.ts";
import type { Listening } from "../listen/loopback.ts";
import type { Gateway, GatewayOptions, ServedExchange } from "../options.ts";
import { connectionOf, surroundings, type Surroundings } from "../surroundings.ts";
import { type Upstream, upstreamProblem } from "../upstream/upstream.ts";
import { join } from "../join.ts";

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

  #settingOf(policy: CompiledPolicy): Pick<TcpSetting, "policy" | "simulation"> {
    return { policy, simulation: { ...this.#options.simulation, rateLimits: new RateLimits() } };
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    serveConnection(socket, this.#setting);
  }
}

/** What connections of a gateway have in common, at one time. */
interface TcpSetting {
  readonly policy: CompiledPolicy;
  readonly simulation: SimulationOptions;
  readonly upstream: Upstream;
  readonly around: Surroundings;
  readonly onExchange: (served: ServedExchange) => void;
  readonly onProblem: (sentence: string) => void;
}

/**
 * Lets a connection through to the upstream, or closes it, as the policy says. Outbound rules run
 * when it has ended: what they tell of, such as `conn.bytes_out`, is known only then.
 */
function serveConnection(socket: Socket, setting: TcpSetting): void {
  socket.on("error", () => {});
  let isOver = false;
  // A stub of the user's may throw, and so may whoever is notified of the connection.
  const guarded: Guard = (step) => (value) => {
    if (isOver) return;
    try {
      step(value);
    } catch (error) {
      isOver = true;
      socket.destroy();
      setting.onProblem(error instanceof Error ? error.message : String(error));
    }
  };
  guarded(() => serveOne(socket, setting, guarded))();
}

/** Makes of a step one that throws nothing: what goes wrong ends the connection, and is reported. */
type Guard = <Value = void>(step: (value: Value) => void) => (value: Value) => void;

function serveOne(socket: Socket, setting: TcpSetting, guarded: Guard): void {
  const { policy, simulation, upstream, around, onExchange } = setting;
  const startedAt = performance.now();
  const time = Date.now();
  const begun = connectionOf(socket, time, around.connection);
  // The engine reads it when a rule asks, so that outbound rules see how it ended.
  const connection: { -readonly [Key in keyof typeof begun]: (typeof begun)[Key] } = {
    bytesIn: socket.bytesRead,
    bytesOut: socket.bytesWritten,
    ...begun,
  };
  const exchange: Exchange = {
    time,
    connection,
    endpoint: { url: around.url },
    ...(around.variables && { variables: around.variables }),
  };
  const run = new ExchangeRun(policy, exchange, simulation);
  const tell = (part: ServedExchange["part"], upstreamError?: string): void =>
    onExchange({
      part,
      exchange: { ...exchange, connection: { ...connection } },
      // The run adds to what it gave before.
      outcome: structuredClone(run.outcome()),
      policy,
      ...(upstreamError !== undefined && { upstreamError }),
      milliseconds: performance.now() - startedAt,
    });
  run.request();
  if (run.outcome().result !== "forwarded") {
    run.response();
    tell("whole");
    socket.destroy();
    return;
  }
  const outboundRules = rulesAfterUpstream(policy)?.rules.length ?? 0;
  const isReportedTwice = outboundRules > 0;
  let isReached = false;
  const onward = connect({ host: upstream.host, port: upstream.port, allowHalfOpen: true });
  onward.setNoDelay(true);
  onward.once(
    "connect",
    guarded(() => {
      isReached = true;
      if (!isReportedTwice) run.response();
      tell(isReportedTwice ? "beginning" : "whole");
    }),
  );
  onward.on(
    "error",
    guarded((error: Error) => {
      if (isReached) return;
      run.response(null);
      tell("whole", upstreamProblem(error).message);
    }),
  );
  socket.once(
    "close",
    guarded(() => {
      if (!isReached || !isReportedTwice) return;
      connection.end ??= Date.now();
      connection.bytesIn = around.connection.bytesIn ?? socket.bytesRead;
      connection.bytesOut = around.connection.bytesOut ?? socket.bytesWritten;
      run.response();
      tell("end");
    }),
  );
  join(socket, onward);
}
