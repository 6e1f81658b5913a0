import { connect, type Socket } from "node:net";
import {
  ExchangeRun,
  type CompiledPolicy,
  type Exchange,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { join } from "../join.ts";
import type { ServedExchange } from "../options.ts";
import { connectionOf, type Surroundings } from "../surroundings.ts";
import { upstreamProblem, type Upstream } from "../upstream/upstream.ts";

/** What connections of a gateway have in common, at one time. */
export interface TcpSetting {
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
export function serveConnection(socket: Socket, setting: TcpSetting): void {
  socket.on("error", () => {});
  let isOver = false;
  // A stub of the user's may throw, and so may whoever is told of the connection.
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

/** Makes of a step one that throws nothing: what goes wrong ends the connection, and is told. */
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
  const outboundRules = policy.directions.at(-1)?.rules.length ?? 0;
  const isToldTwice = outboundRules > 0;
  let isReached = false;
  const onward = connect({ host: upstream.host, port: upstream.port, allowHalfOpen: true });
  onward.setNoDelay(true);
  onward.once(
    "connect",
    guarded(() => {
      isReached = true;
      if (!isToldTwice) run.response();
      tell(isToldTwice ? "beginning" : "whole");
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
      if (!isReached || !isToldTwice) return;
      connection.end ??= Date.now();
      connection.bytesIn = around.connection.bytesIn ?? socket.bytesRead;
      connection.bytesOut = around.connection.bytesOut ?? socket.bytesWritten;
      run.response();
      tell("end");
    }),
  );
  join(socket, onward);
}
