import {
  GatewayError,
  Metrics,
  startMetrics,
  type Gateway,
  type ServedExchange,
} from "@traffic-policy/gateway";
import { CommandError, type Terminal } from "../../context.ts";
import type { ServeOptions } from "./command.ts";

type Running = Pick<Gateway, "open" | "close">;

/** Metrics of a gateway, and the server that tells them. */
export interface Measuring {
  /** Where the server is. */
  readonly url: string;
  observe(served: ServedExchange, endpoint?: string): void;
  /**
   * The same gateway: its exchanges in progress are among the metrics, `/health` says when it stops, and the server ends
   * with it.
   */
  around(gateway: Running): Running;
  close(): void;
}

/** Starts the server of `--metrics`; undefined without that. */
export async function measuring({
  metrics: port,
  host,
}: ServeOptions): Promise<Measuring | undefined> {
  if (port === undefined) return undefined;
  const metrics = new Metrics();
  let running: Running | undefined;
  const server = await startMetrics({
    port,
    host,
    text: () => metrics.text(running?.open ?? 0),
  }).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
    throw new CommandError(`--metrics: ${error.message}`, { help: error.help, cause: error });
  });
  return {
    url: server.url,
    observe: (served, endpoint) => metrics.observe(served, endpoint),
    around(gateway) {
      running = gateway;
      return {
        get open() {
          return gateway.open;
        },
        async close(how) {
          server.stopping();
          await gateway.close(how);
          server.close();
        },
      };
    },
    close: () => server.close(),
  };
}

export function printMeasuring(measured: Measuring | undefined, { err }: Terminal): void {
  if (measured !== undefined) err(`Metrics: ${measured.url}/metrics and /health.\n`);
}
