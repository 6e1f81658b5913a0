import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { NotFound, ServiceError, type Client } from "@traffic-policy/api";
import type { AsyncCommand } from "fast-check";
import { expectNoKey } from "./api-key.ts";
import { allOf } from "./operations.ts";
import type { Fault, Service } from "./server.ts";

/** What the service should store: descriptions of edges by identifier, policies of routes. */
export interface Model {
  readonly edges: Map<string, string>;
  readonly routes: Map<string, string>;
}

export interface Real {
  readonly client: Client;
  readonly service: Service;
}

/** One operation, by what it does to the model. `which` picks among the edges that are there. */
export type Step =
  | { readonly does: "create" | "list" }
  | { readonly does: "get" | "update" | "delete"; readonly which: number }
  | { readonly does: "put" | "read" | "remove"; readonly route: string };

/** A policy that is told from others by a number. */
export const text = (step: number): string => JSON.stringify({ inbound: [], step });
let steps = 0;

/** How often each outcome came: `success`, or the name of an error. */
export const outcomes = new Map<string, number>();

/** Does a step through the client, with faults of the first requests, and holds the outcome to the model. */
export class Do implements AsyncCommand<Model, Real> {
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
      assert.deepEqual(after, intended);
    } else {
      assert(outcome instanceof ServiceError, outcome);
      const { effect } = outcome;
      const happened = isDeepStrictEqual(after, intended);
      const nothing = isDeepStrictEqual(after, before);
      // An error: it did not happen, or it happened once and the error says that it may have.
      assert(nothing || (effect === "possible" && happened));
      if (outcome instanceof NotFound) assert(!this.#exists(before, after));
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
        const told = edges.map(({ id, description = "" }): [string, string] => [id, description]);
        assert.deepEqual(new Map(told), model.edges);
        return edges;
      }
      case "get": {
        const id = this.#id(model);
        const { description } = await tcpEdges.get(id);
        assert.equal(description, model.edges.get(id));
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
        assert.equal(value, model.routes.get(step.route));
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

export function stored(service: Service): Model {
  const { edges, routes } = service.snapshot();
  return {
    edges: new Map(Object.entries(edges).map(([id, { description = "" }]) => [id, description])),
    routes: new Map(
      Object.entries(routes).map(([key, { value }]) => [key.split(" ")[1] ?? "", value]),
    ),
  };
}
