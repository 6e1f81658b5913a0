import { createServer } from "./server/server.ts";
import { DataFile } from "./state/data-file.ts";
import { emptyState, newEdge, type State } from "./state/state.ts";
import { Store } from "./state/store.ts";

/** How to start an emulator. */
export interface EmulatorOptions {
  /** The port to listen on; 0, or none, is any that is free. */
  readonly port?: number | undefined;
  /** The API key that requests have to carry; without it any key is taken. */
  readonly apiKey?: string | undefined;
  /** The header that requests have to carry; `Service-Version: 2` unless said otherwise. */
  readonly versionHeader?: { readonly name: string; readonly value: string } | undefined;
  /**
   * Absolute path of the file that keeps the state: read at the start, written after each change
   * and before the answer. Without it the state ends with the emulator.
   */
  readonly dataFile?: string | undefined;
  /** Identifiers of TCP edges that exist from the start. */
  readonly tcpEdges?: readonly string[] | undefined;
}

/** An emulator that is running. */
export interface Emulator {
  /** Where it is: `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** Ends open connections and stops; what was changed before is saved. */
  close(): Promise<void>;
}

/**
 * Starts the edge service on this machine. Nothing outside of the machine can reach it.
 *
 * @throws Error when the port cannot be used, or the data file cannot be read or written
 *
 * @example
 * ```ts
 * const emulator = await createEmulator({ tcpEdges: ["edge_1"] });
 * const client = createClient({ baseUrl: emulator.baseUrl, apiKey: "any" });
 * await emulator.close();
 * ```
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, apiKey, dataFile, tcpEdges = [] } = options;
  const { versionHeader = { name: "Service-Version", value: "2" } } = options;
  if (apiKey === "") throw new Error("The API key of the emulator is empty.");

  const file = dataFile === undefined ? undefined : new DataFile(dataFile);
  const store = new Store((await file?.read()) ?? emptyState, file);
  const server = createServer(store, { apiKey, versionHeader });
  const close = async (): Promise<void> => {
    await server.close();
    await store.settled();
  };
  await server.listen({ host: "127.0.0.1", port }).catch(async (cause: unknown) => {
    await close();
    throw new Error(whyNotListening(port, cause), { cause });
  });
  await addEdges(store, tcpEdges).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { baseUrl: server.listeningOrigin, close };
}

async function addEdges(store: Store, ids: readonly string[]): Promise<void> {
  const missing = (state: State): string[] =>
    [...new Set(ids)].filter((id) => !state.tcp_edges.some((edge) => edge.id === id));
  if (missing(store.state).length === 0) return;
  await store.change((state) => {
    const tcp_edges = [...state.tcp_edges, ...missing(state).map(newEdge)];
    return { state: { ...state, tcp_edges }, result: undefined };
  });
}

function whyNotListening(port: number, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") return `The port ${port} is already in use.`;
  if (code === "EACCES") return `The port ${port} may not be used by this user.`;
  return `The emulator cannot listen on port ${port}.`;
}
