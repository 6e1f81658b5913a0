import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type Fault,
} from "@traffic-policy/emulator";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { seededAsync } from "../seeded.ts";
import { anyFault, anyStep, isDone, Model, type ModelEdge, type Step } from "./model.ts";
import { rawAnswer, type RawAnswer } from "./raw-answer.ts";

/** A step, and what goes wrong with it. */
type Faulty = readonly [step: Step, fault: Fault | undefined];

/** An emulator, the model of what it should know, and a way to compare the two. */
class Run {
  readonly #options: EmulatorOptions;
  readonly #model = new Model();
  readonly #agent = new Agent({ keepAlive: true });
  #emulator: Emulator;
  #created = 0;

  private constructor(emulator: Emulator, options: EmulatorOptions) {
    this.#emulator = emulator;
    this.#options = options;
  }

  static async start(options: EmulatorOptions = {}): Promise<Run> {
    return new Run(await createEmulator(options), options);
  }

  async restart(): Promise<void> {
    await this.close();
    this.#emulator = await createEmulator(this.#options);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#emulator.close();
  }

  /** Deletes everything, on the emulator and in the model. */
  async clear(): Promise<void> {
    for (const { id } of await this.#list("/edges/tcp", "tcp_edges")) {
      await this.#send("DELETE", `/edges/tcp/${String(id)}`);
    }
    for (const route of ["one", "two"]) await this.#send("DELETE", routePath(route));
    this.#model.edges.clear();
    this.#model.routes.clear();
  }

  /** Does a step, on the emulator and in the model, and tells in what the answers differ. */
  async do([step, fault]: Faulty): Promise<string | undefined> {
    const [method, path, body] = this.#request(step);
    this.#emulator.setFaults({ faults: fault === undefined ? [] : [fault] });
    const answer = await this.#send(method, path, body);
    this.#emulator.setFaults({ faults: [] });
    if (!isDone(fault)) return undefined;
    const expected = this.#expected(step);
    // What a fault makes of an answer is not what is looked at here.
    const isRight = fault !== undefined || answer.status === expected;
    return isRight ? undefined : `${method} ${path}: ${answer.status}, not ${expected}`;
  }

  /** What the emulator knows, as it says, and what the model does. */
  async states(): Promise<readonly [found: unknown, expected: unknown]> {
    const edges = await this.#list("/edges/tcp", "tcp_edges");
    const endpoints = await this.#list("/endpoints", "endpoints");
    const routes = await Promise.all(
      ["one", "two"].map(async (route) => (await this.#send("GET", routePath(route))).body),
    );
    const found = {
      edges: edges.map(({ id, description, metadata, hostports, traffic_policy }) => {
        return { id, description, metadata, hostports, traffic_policy };
      }),
      endpoints: endpoints.map(({ edge, hostport, metadata }) =>
        [(edge as { id: string }).id, hostport, metadata].join(" "),
      ),
      routes: routes.map((body) => (body.includes('"not_found"') ? undefined : JSON.parse(body))),
    };
    return [{ ...found, endpoints: found.endpoints.toSorted() }, this.#expectedState()];
  }

  #expectedState(): unknown {
    const edges = [...this.#model.edges].toReversed();
    return {
      edges: edges.map(([id, { description, metadata, hostports, traffic_policy }]) => ({
        id,
        description,
        metadata,
        hostports: hostports ?? null,
        traffic_policy: traffic_policy ?? null,
      })),
      endpoints: edges
        .flatMap(([id, { hostports = [], metadata = "" }]) =>
          hostports.map((hostport) => [id, hostport, metadata].join(" ")),
        )
        .toSorted(),
      routes: ["one", "two"].map((route) => this.#model.routes.get(route)),
    };
  }

  #request(step: Step): readonly [method: string, path: string, body?: unknown] {
    switch (step.does) {
      case "create":
        return ["POST", "/edges/tcp", step.input];
      case "update":
        return ["PATCH", this.#edgePath(step.which), step.input];
      case "get":
        return ["GET", this.#edgePath(step.which)];
      case "delete":
        return ["DELETE", this.#edgePath(step.which)];
      case "put":
        return ["PUT", routePath(step.route), step.input];
      case "read":
        return ["GET", routePath(step.route)];
      case "remove":
        return ["DELETE", routePath(step.route)];
      case "nonsense":
        return ["PATCH", this.#edgePath(step.which), { description: "new", metadata: 5 }];
    }
  }

  /** Does a step in the model, and tells the status that it has on the emulator. */
  #expected(step: Step): number {
    const { edges, routes } = this.#model;
    switch (step.does) {
      case "create":
        this.#created += 1;
        edges.set(`edge_${this.#created}`, step.input);
        return 201;
      case "put":
        routes.set(step.route, step.input);
        return 200;
      case "read":
        return routes.has(step.route) ? 200 : 404;
      case "remove":
        return routes.delete(step.route) ? 204 : 404;
      case "nonsense":
        return 400;
      default:
        return this.#expectedOfEdge(step, this.#id(step.which));
    }
  }

  #expectedOfEdge(
    step: Extract<Step, { readonly does: "update" | "get" | "delete" }>,
    id: string,
  ): number {
    const { edges } = this.#model;
    const edge: ModelEdge | undefined = edges.get(id);
    if (edge === undefined) return 404;
    if (step.does === "update") edges.set(id, { ...edge, ...step.input });
    return step.does === "delete" && edges.delete(id) ? 204 : 200;
  }

  #id(which: number): string {
    return [...this.#model.edges.keys()][which] ?? "edge_of_nobody";
  }

  #edgePath(which: number): string {
    return `/edges/tcp/${this.#id(which)}`;
  }

  async #list(path: string, key: string): Promise<readonly Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let next: string | null = path; next !== null;) {
      const { body }: RawAnswer = await this.#send("GET", next);
      const page = JSON.parse(body) as Record<string, Record<string, unknown>[]>;
      items.push(...(page[key] ?? []));
      const uri = page["next_page_uri"] as unknown as string | null;
      next = uri === null ? null : uri.slice(this.#emulator.baseUrl.length);
    }
    return items;
  }

  #send(method: string, path: string, body?: unknown): Promise<RawAnswer> {
    const options = { agent: this.#agent, stopAfter: 100_000 };
    return rawAnswer(this.#emulator.baseUrl, method, path, body, options);
  }
}

function routePath(route: string): string {
  return `/edges/https/e/routes/${route}/traffic_policy`;
}

const steps = fc.array(fc.tuple(anyStep, anyFault), { minLength: 1, maxLength: 12 });

test(
  "whatever is done and goes wrong, the emulator knows what the model does",
  { timeout: 300_000 },
  async () => {
    const run = await Run.start({ pageSize: 2 });
    onTestFinished(() => run.close());
    await seededAsync(
      fc.asyncProperty(steps, async (sequence) => {
        await run.clear();
        for (const step of sequence) expect(await run.do(step)).toBeUndefined();
        const [found, expected] = await run.states();
        expect(found).toEqual(expected);
      }),
      80,
      2000,
      30,
    );
  },
);

test("and knows it again after each restart", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let file = 0;
  await seededAsync(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 3 }), async (sequences) => {
      file += 1;
      const run = await Run.start({ pageSize: 2, dataFile: join(folder, `${file}.json`) });
      try {
        for (const sequence of sequences) {
          for (const step of sequence) expect(await run.do(step)).toBeUndefined();
          await run.restart();
          const [found, expected] = await run.states();
          expect(found).toEqual(expected);
        }
      } finally {
        await run.close();
      }
    }),
    5,
    50,
  );
});
