import type { Dialect } from "@traffic-policy/policy-language";
import { checkFaultScript, type FaultScript, RunningScript } from "./faults/fault.ts";
import type { ReceivedRequest } from "./server/received-request.ts";
import type { VersionHeader } from "./server/check-request.ts";
import { Server } from "./server/server.ts";
import { DataFile } from "./state/data-file.ts";
import { newCloudEndpoint, newEdge } from "./state/state.ts";
import { Store } from "./state/store.ts";
import { addTunnels, parseTunnel } from "./tunnel.ts";

/** How to start an emulator. */
export interface EmulatorOptions {
  /** The port to listen on; 0, or none, is any that is free. */
  readonly port?: number | undefined;
  /** The API key that requests have to carry; without it any key is taken. */
  readonly apiKey?: string | undefined;
  /** The header that requests have to carry; `Service-Version: 2` by default. */
  readonly versionHeader?: VersionHeader | undefined;
  /**
   * The header that requests carry in its place for the version of the interface that has cloud endpoints,
   * and everything else as well; {@link cloudVersionHeader} by default.
   */
  readonly cloudVersionHeader?: VersionHeader | undefined;
  /**
   * The vocabulary that policies of cloud endpoints are checked against when they are written. Without it,
   * only what needs none is: that they can be parsed, and that each rule has an action.
   */
  readonly dialect?: Dialect | undefined;
  /**
   * Absolute path of the file that keeps the state: read at the start, replaced after each change
   * and before the answer. Without it the state ends with the emulator. One emulator at a time can
   * have a file.
   */
  readonly dataFile?: string | undefined;
  /** Identifiers of TCP edges that exist from the start. */
  readonly tcpEdges?: readonly string[] | undefined;
  /** Identifiers of cloud endpoints that exist from the start; they have no policy yet. */
  readonly cloudEndpoints?: readonly string[] | undefined;
  /** URLs, such as `https://demo.example`, that each have an ephemeral endpoint from the start. */
  readonly tunnels?: readonly string[] | undefined;
  /** Items of a page of a list at most; 100 by default. */
  readonly pageSize?: number | undefined;
  /** Requests in any 60 seconds; more are answered with 429. No bound unless said. */
  readonly requestsPerMinute?: number | undefined;
  /** The faults to inject on demand. */
  readonly faults?: FaultScript | undefined;
  /** Called for every request when its head has arrived, also when a fault happens to it. */
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
}

/** The header of the version of the interface that has cloud endpoints, as such services have it. */
export const cloudVersionHeader: VersionHeader = { name: "Ngrok-Version", value: "2" };

/** An emulator that is running. */
export interface Emulator {
  /** Where it is: `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /**
   * Lets other things go wrong from now on, and counts again.
   *
   * @throws Error for faults that cannot happen
   */
  setFaults(script: FaultScript): void;
  /** Ends open connections and stops; what was changed before is saved. */
  close(): Promise<void>;
}

/**
 * Starts the edge service on this machine. Nothing outside of the machine can reach it.
 *
 * @throws Error when an option makes no sense, the port cannot be used, or the data file cannot be
 *   read or written or is in use
 *
 * @example
 * ```ts
 * const emulator = await createEmulator({ tcpEdges: ["edge_1"] });
 * const client = createClient({ baseUrl: emulator.baseUrl, apiKey: "any" });
 * await emulator.close();
 * ```
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, apiKey, dataFile, tcpEdges = [], cloudEndpoints = [] } = options;
  const { pageSize = 100, dialect } = options;
  const { versionHeader = { name: "Service-Version", value: "2" } } = options;
  const { requestsPerMinute = Infinity, faults = { faults: [] }, onRequest } = options;
  if (apiKey === "") throw new Error("The API key of the emulator is empty.");
  checkCount("page size", pageSize);
  if (requestsPerMinute !== Infinity)
    checkCount("number of requests per minute", requestsPerMinute);
  const tunnels = (options.tunnels ?? []).map(parseTunnel);
  let script = new RunningScript(checkFaultScript(faults));

  const file = dataFile === undefined ? undefined : await DataFile.open(dataFile);
  const store = new Store(file);
  const server = new Server({
    store,
    apiKey,
    versionHeader,
    cloudVersionHeader: options.cloudVersionHeader ?? cloudVersionHeader,
    dialect,
    pageSize,
    requestsPerMinute,
    nextFault: (request) => {
      onRequest?.(request);
      return script.next(request.operation);
    },
  });
  const close = async (): Promise<void> => {
    await server.close();
    await store.close();
  };
  try {
    await store.load();
    await addCloudEndpoints(store, cloudEndpoints);
    addTunnels(store.state, tunnels);
    await server.listen(port).catch((cause: unknown) => {
      throw new Error(whyNotListening(port, cause), { cause });
    });
    await addEdges(store, tcpEdges);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    baseUrl: server.baseUrl,
    setFaults: (next) => {
      script = new RunningScript(checkFaultScript(next));
    },
    close,
  };
}

async function addEdges(store: Store, ids: readonly string[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => store.state.tcpEdges.get(id) === undefined);
  if (missing.length === 0) return;
  await store.change((state) => {
    for (const id of missing) state.tcpEdges.add(newEdge(id));
  });
}

async function addCloudEndpoints(store: Store, ids: readonly string[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => store.state.endpoints.get(id) === undefined);
  if (missing.length === 0) return;
  await store.change((state) => {
    const urls = new Set([...state.endpoints.values()].map((one) => ("url" in one ? one.url : "")));
    let number = 0;
    for (const id of missing) {
      let endpoint;
      do endpoint = newCloudEndpoint(id, (number += 1));
      while (urls.has(endpoint.url));
      state.endpoints.add(endpoint);
    }
  });
}

function checkCount(what: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new Error(`The ${what} of the emulator is ${value}, but must be a whole number over 0.`);
}

function whyNotListening(port: number, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") return `The port ${port} is already in use.`;
  if (code === "EACCES") return `The port ${port} may not be used by this user.`;
  return `The emulator cannot listen on port ${port}.`;
}
