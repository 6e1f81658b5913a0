import { connect, createServer, type Server, type Socket } from "node:net";
import {
  type CompiledPolicy,
  type ConnectionInput,
  type Exchange,
  ExchangeRun,
  RateLimits,
  type SimulationOptions,
  Unanswered,
} from "@traffic-policy/policy-engine";
import { rulesAfterUpstream } from "@traffic-policy/policy-engine/internal";
import { checkProtocol } from "../gateway-error.ts";
import {
  endpointProblem,
  unmapped,
  type Endpoint,
  type Endpoints,
} from "../endpoints/endpoints.ts";
import { listenFor } from "../listen/listen.ts";
import type { Listening } from "../loopback.ts";
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

  /** @throws GatewayError when an option is invalid, or the port cannot be used */
  static start(options: GatewayOptions): Promise<TcpGateway> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    return listenFor(
      server,
      options,
      (upstream, endpoints, listening) =>
        new TcpGateway(options, { upstream, endpoints }, server, listening),
    );
  }

  private constructor(
    options: GatewayOptions,
    { upstream, endpoints }: Pick<TcpSetting, "upstream" | "endpoints">,
    server: Server,
    { authority }: Listening,
  ) {
    this.url = `tcp://${authority}`;
    this.#options = options;
    this.#server = server;
    this.#setting = {
      ...this.#settingOf(options.policy),
      upstream,
      endpoints,
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
    const { simulation } = this.#options;
    return {
      policy,
      simulation: { ...simulation, failsAtUnknown: true, rateLimits: new RateLimits() },
    };
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    serveConnection(socket, this.#setting);
  }
}

interface TcpSetting {
  readonly policy: CompiledPolicy;
  readonly simulation: SimulationOptions;
  readonly upstream: Upstream;
  readonly endpoints: Endpoints;
  readonly around: Surroundings;
  readonly onExchange: (served: ServedExchange) => void;
  readonly onProblem: (sentence: string) => void;
}

/**
 * Lets a connection through to the upstream, or closes it, as the policy says. Outbound rules run after the
 * connection has ended, because values such as `conn.bytes_out` are known only then.
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

/** Wraps a step so that it never throws: an error ends the connection and is reported. */
type Guard = <Value = void>(step: (value: Value) => void) => (value: Value) => void;

function serveOne(socket: Socket, setting: TcpSetting, guarded: Guard): void {
  const { policy, simulation, around, onExchange, endpoints } = setting;
  const startedAt = performance.now();
  const time = Date.now();
  const begun = connectionOf(socket, time, around.connection);
  // The engine reads it when a rule asks, so that outbound rules see how it ended.
  const connection: Carried["connection"] = {
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
  const run = new ExchangeRun(policy, exchange, simulation, {
    reach: (url) => endpoints.reach(url),
  });
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
  const decide = (): void => {
    run.request();
    if (run.outcome().result !== "forwarded") {
      run.response();
      tell("whole");
      socket.destroy();
      return;
    }
    const to = run.forwardedTo;
    const endpoint = to === undefined ? undefined : endpoints.find(to);
    if (to === undefined || endpoint !== undefined) {
      connectTo(endpoint);
      return;
    }
    run.response(null);
    tell("whole", unmapped(to));
    socket.destroy();
  };
  const connectTo = (endpoint: Endpoint | undefined): void =>
    carry(socket, setting, guarded, { run, connection, tell, endpoint });
  const decideWhenKnown = (): void => {
    try {
      decide();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      const again = guarded(() => {
        if (!socket.destroyed) decideWhenKnown();
      });
      void error.answer().then(again);
    }
  };
  decideWhenKnown();
}

interface Carried {
  readonly run: ExchangeRun;
  readonly connection: { -readonly [Key in keyof ConnectionInput]: ConnectionInput[Key] };
  readonly tell: (part: ServedExchange["part"], upstreamError?: string) => void;
  readonly endpoint: Endpoint | undefined;
}

function carry(
  socket: Socket,
  { policy, upstream, around }: TcpSetting,
  guarded: Guard,
  { run, connection, tell, endpoint }: Carried,
): void {
  const outboundRules = rulesAfterUpstream(policy)?.rules.length ?? 0;
  const isReportedTwice = outboundRules > 0;
  let isReached = false;
  const { host, port } = endpoint?.server ?? upstream;
  const onward = connect({ host, port, allowHalfOpen: true });
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
      const { message } = upstreamProblem(error);
      tell("whole", endpoint === undefined ? message : endpointProblem(error, endpoint));
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
