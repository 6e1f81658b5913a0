import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "@traffic-policy/api";
import { createEmulator, type Emulator, type ReceivedRequest } from "@traffic-policy/emulator";
import { onTestFinished } from "vitest";
import {
  apiKey,
  project,
  run,
  runOnTerminal,
  start,
  terminal,
  type Answer,
  type Options,
  type Result,
} from "../command.ts";

/** A target of a test's configuration. */
export interface TestTarget {
  readonly kind: "tcp-edge" | "https-route";
  readonly edge: string;
  readonly route?: string;
  readonly policy: string;
  readonly enabled?: boolean;
  readonly tags?: readonly string[];
}

/** The two targets of most tests. */
export const sshAndWeb = {
  ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" },
  web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
} as const satisfies Readonly<Record<string, TestTarget>>;

const codes: Readonly<Record<string, string>> = {
  denmark: "DK",
  france: "FR",
  iceland: "IS",
  italy: "IT",
  spain: "ES",
  sweden: "SE",
};

/** A policy of rules with these names, each of which denies a country. */
export function policy(...names: readonly string[]): string {
  return JSON.stringify({
    inbound: names.map((name) => ({
      name,
      expressions: [`conn.geo.country_code == "${codes[name] ?? "NO"}"`],
      actions: [{ type: "deny" }],
    })),
  });
}

/** Targets that are TCP edges, all with one policy. */
export function edges(count: number): Record<string, TestTarget> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `edge-${index + 1}`,
      { kind: "tcp-edge" as const, edge: `edge_${index + 1}`, policy: "./edge.json" },
    ]),
  );
}

/** A project, and the emulator that it deploys to. */
export class Deploying {
  readonly cwd: string;
  readonly emulator: Emulator;
  /** Another writer. */
  readonly client: Client;
  /** What has reached the emulator, but for what the other writer sent. */
  readonly requests: ReceivedRequest[];
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    cwd: string,
    { emulator, client }: { readonly emulator: Emulator; readonly client: Client },
    requests: ReceivedRequest[],
    env: Readonly<Record<string, string>>,
  ) {
    this.cwd = cwd;
    this.emulator = emulator;
    this.client = client;
    this.requests = requests;
    this.#env = { TRAFFIC_POLICY_API_KEY: apiKey, ...env };
  }

  /**
   * Starts an emulator, and writes a project for it.
   *
   * @param files - the policies
   */
  static async start(
    files: Readonly<Record<string, string>>,
    {
      targets = sshAndWeb,
      env = {},
      onRequest = () => {},
    }: {
      readonly targets?: Readonly<Record<string, TestTarget>>;
      readonly env?: Readonly<Record<string, string>>;
      readonly onRequest?: (request: ReceivedRequest, own: Deploying) => void;
    } = {},
  ): Promise<Deploying> {
    const requests: ReceivedRequest[] = [];
    const others = new Set<string>();
    let own: Deploying | undefined;
    const emulator = await createEmulator({
      apiKey,
      tcpEdges: Object.values(targets).flatMap(({ kind, edge }) =>
        kind === "tcp-edge" ? [edge] : [],
      ),
      onRequest: (request) => {
        const key = `${request.method} ${request.path}`;
        if (others.delete(key)) return;
        requests.push(request);
        if (own !== undefined) onRequest(request, own);
      },
    });
    const client = createClient({ baseUrl: emulator.baseUrl, apiKey });
    own = new Deploying(project(files), { emulator, client }, requests, env);
    own.configure(targets);
    onTestFinished(() => own?.close());
    own.#others = others;
    return own;
  }

  #others = new Set<string>();
  #closed: Promise<void> | undefined;

  /** Ends the emulator; it is ended with the test otherwise. */
  close(): Promise<void> {
    this.#closed ??= this.client.close().then(() => this.emulator.close());
    return this.#closed;
  }

  /** Lets another writer put a policy on a target. */
  async write(
    { kind, edge, route = "" }: TestTarget,
    value: string,
    enabled = true,
  ): Promise<void> {
    const module = { value, enabled };
    if (kind === "tcp-edge") {
      this.#others.add(`PATCH /edges/tcp/${edge}`);
      await this.client.tcpEdges.update(edge, { traffic_policy: module });
    } else {
      this.#others.add(`PUT /edges/https/${edge}/routes/${route}/traffic_policy`);
      await this.client.httpsRoutes.trafficPolicy.replace(edge, route, module);
    }
  }

  /** What a target holds: the text, whether it is enabled, or nothing. */
  async stored({ kind, edge, route = "" }: TestTarget): Promise<unknown> {
    const before = this.requests.length;
    try {
      return kind === "tcp-edge"
        ? (await this.client.tcpEdges.get(edge)).traffic_policy
        : await this.client.httpsRoutes.trafficPolicy.get(edge, route);
    } catch {
      return null;
    } finally {
      this.requests.length = before;
    }
  }

  /** Writes the configuration. */
  configure(targets: Readonly<Record<string, TestTarget>>, lines: object = {}): void {
    const service = { baseUrl: this.emulator.baseUrl };
    const text = JSON.stringify({ service, targets, ...lines }, undefined, 2);
    this.writeFile("traffic-policy.config.json", text);
  }

  /** Writes a file of the project. */
  writeFile(name: string, text: string): void {
    writeFileSync(join(this.cwd, name), text);
  }

  run(...args: readonly string[]): Promise<Result> {
    return this.runWith({}, ...args);
  }

  /** The same in special circumstances. */
  runWith(how: Partial<Options>, ...args: readonly string[]): Promise<Result> {
    return run(args, { cwd: this.cwd, env: this.#env, ...how });
  }

  /** Runs the command on a terminal, where somebody answers its questions. */
  terminal(
    args: readonly string[],
    answers: readonly Answer[] = [],
    redirect?: string,
  ): Promise<string> {
    return terminal(args, { cwd: this.cwd, env: this.#env, answers, redirect });
  }

  /** The same, ended by a signal once something is shown; with how it ended. */
  interrupted(
    args: readonly string[],
    ...signal: readonly [at: string, signal: NodeJS.Signals]
  ): ReturnType<typeof runOnTerminal> {
    return runOnTerminal(args, { cwd: this.cwd, env: this.#env, signal });
  }

  start(...args: readonly string[]): ReturnType<typeof start> {
    return start(args, { cwd: this.cwd, env: this.#env });
  }

  /** How many requests of each method have come since the last time. */
  takeRequests(): string {
    const counts = new Map<string, number>();
    for (const { method } of this.requests) counts.set(method, (counts.get(method) ?? 0) + 1);
    this.requests.length = 0;
    return (
      [...counts]
        .toSorted()
        .map(([method, count]) => `${count} ${method}`)
        .join(", ") || "none"
    );
  }
}
