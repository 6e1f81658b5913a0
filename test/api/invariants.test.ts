import { isDeepStrictEqual } from "node:util";
import { NotFound, ServiceError, type Client } from "@traffic-policy/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededAsync } from "../seeded.ts";
import { expectNoKey } from "./api-key.ts";
import { clientOf } from "./local-service.ts";
import { allOf } from "./operations.ts";
import { Service, type Fault } from "./server.ts";

/** What the service should store: descriptions of edges by identifier, policies of routes. */
interface Model {
  readonly edges: Map<string, string>;
  readonly routes: Map<string, string>;
}

interface Real {
  readonly client: Client;
  readonly service: Service;
}

/** One operation, by what it does to the model. `which` picks among the edges that are there. */
type Step =
  | { readonly does: "create" | "list" }
  | { readonly does: "get" | "update" | "delete"; readonly which: number }
  | { readonly does: "put" | "read" | "remove"; readonly route: string };

const text = (step: number): string => JSON.stringify({ inbound: [], step });
let steps = 0;
const outcomes = new Map<string, number>();

/** Does a step through the client, with faults of the first requests, and holds the outcome to the model. */
class Do implements fc.AsyncCommand<Model, Real> {
  readonly #step: Step;
  readonly #faults: readonly (Fault | undefined)[];

  constructor(step: Step, faults: readonly (Fault | undefined)[]) {
    this.#step = step;
    this.#faults = faults;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { client, service }: Real): Promise<void> {
    const first = service.seen.length;
    service.faultOf = (index) => this.#faults[index - first];
    const label = `step ${(steps += 1)}`;
    const before = stored(service);
    const outcome = await this.#do(model, client, label).catch((error: unknown) => error);
    const after = stored(service);
    const intended = this.#intended(before, after, label);
    expectNoKey(outcome);
    const name = outcome instanceof Error ? outcome.name : "success";
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);

    if (!(outcome instanceof Error)) {
      // Success: it happened, exactly once.
      expect(after).toEqual(intended);
    } else {
      expect(outcome).toBeInstanceOf(ServiceError);
      const { effect } = outcome as ServiceError;
      const happened = isDeepStrictEqual(after, intended);
      const nothing = isDeepStrictEqual(after, before);
      // An error: it did not happen, or it happened once and the error says that it may have.
      expect(nothing || (effect === "possible" && happened)).toBe(true);
      if (outcome instanceof NotFound) expect(this.#exists(before, after)).toBe(false);
    }
    for (const [kind, map] of Object.entries(after) as [keyof Model, Map<string, string>][]) {
      model[kind].clear();
      for (const [key, value] of map) model[kind].set(key, value);
    }
  }

  async #do(model: Model, client: Client, label: string): Promise<unknown> {
    const step = this.#step;
    const { tcpEdges } = client;
    const { trafficPolicy } = client.httpsRoutes;
    switch (step.does) {
      case "create":
        return tcpEdges.create({ description: label });
      case "list": {
        const edges = await allOf(tcpEdges.list());
        expect(new Map(edges.map(({ id, description }) => [id, description]))).toEqual(model.edges);
        return edges;
      }
      case "get": {
        const id = this.#id(model);
        const { description } = await tcpEdges.get(id);
        expect(description).toBe(model.edges.get(id));
        return description;
      }
      case "update":
        return tcpEdges.update(this.#id(model), { description: label });
      case "delete":
        return tcpEdges.delete(this.#id(model));
      case "put":
        return trafficPolicy.replace("edge", step.route, { value: text(steps) });
      case "read": {
        const { value } = await trafficPolicy.get("edge", step.route);
        expect(value).toBe(model.routes.get(step.route));
        return value;
      }
      case "remove":
        return trafficPolicy.delete("edge", step.route);
    }
  }

  /** What the service stores when the step happens once. */
  #intended(before: Model, after: Model, label: string): Model {
    const step = this.#step;
    const edges = new Map(before.edges);
    const routes = new Map(before.routes);
    switch (step.does) {
      case "create": {
        // The service chooses the identifier.
        const added = [...after.edges.keys()].find((id) => !before.edges.has(id));
        edges.set(added ?? "none was added", label);
        break;
      }
      case "update":
        if (edges.has(this.#id(before))) edges.set(this.#id(before), label);
        break;
      case "delete":
        edges.delete(this.#id(before));
        break;
      case "put":
        routes.set(step.route, text(steps));
        break;
      case "remove":
        routes.delete(step.route);
        break;
      default:
    }
    return { edges, routes };
  }

  /** Whether what the step is about is there after it. */
  #exists(before: Model, after: Model): boolean {
    const step = this.#step;
    if ("route" in step) return after.routes.has(step.route);
    return "which" in step && after.edges.has(this.#id(before));
  }

  /** An edge that is there, or, now and then, one that never was. */
  #id({ edges }: Model): string {
    const ids = [...edges.keys()];
    const which = "which" in this.#step ? this.#step.which : 0;
    return ids[which] ?? "never";
  }

  toString(): string {
    return `${JSON.stringify(this.#step)} with ${JSON.stringify(this.#faults)}`;
  }
}

function stored(service: Service): Model {
  const { edges, routes } = service.snapshot();
  return {
    edges: new Map(Object.entries(edges).map(([id, { description = "" }]) => [id, description])),
    routes: new Map(
      Object.entries(routes).map(([key, { value }]) => [key.split(" ")[1] ?? "", value]),
    ),
  };
}

const fault: fc.Arbitrary<Fault | undefined> = fc.option(
  fc.constantFrom<Fault>(
    { kind: "delay", milliseconds: 2 },
    { kind: "status", status: 429, retryAfter: "0" },
    { kind: "status", status: 500 },
    { kind: "status", status: 503, retryAfter: "0" },
    { kind: "reset", when: "before" },
    { kind: "reset", when: "after" },
    { kind: "half" },
    { kind: "not JSON" },
    { kind: "wrong content type" },
    { kind: "redirect", location: "http://127.0.0.1:9/" },
  ),
  { nil: undefined },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom("create", "list") }),
  fc.record({ does: fc.constantFrom("get", "update", "delete"), which: fc.nat(3) }),
  fc.record({ does: fc.constantFrom("put", "read", "remove"), route: fc.constantFrom("a", "b") }),
);

test("whatever goes wrong, a success happened exactly once, and an error tells whether it may have", async () => {
  const service = await Service.start({ pageSize: 2 });
  const client = clientOf(service.baseUrl, { retries: { attempts: 3, firstDelay: 0 } });
  const commands = fc.commands(
    [
      fc
        .tuple(step, fc.array(fault, { maxLength: 3 }))
        .map(([does, faults]) => new Do(does, faults)),
    ],
    { maxCommands: 12 },
  );
  await seededAsync(
    fc.asyncProperty(commands, async (sequence) => {
      service.reset();
      const setup = (): { model: Model; real: Real } => ({
        model: { edges: new Map(), routes: new Map() },
        real: { client, service },
      });
      await fc.asyncModelRun(setup, sequence);
    }),
    2000,
  );
  console.log(`${steps} operations:`, Object.fromEntries(outcomes));
}, 300_000);
