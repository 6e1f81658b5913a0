import {
  Cancelled,
  Forbidden,
  InvalidConfiguration,
  InvalidRequest,
  makePlan,
  NotFound,
  readEach,
  ServiceFailure,
  UnexpectedResponse,
  type Target,
  identifiersOf,
} from "@traffic-policy/api";
import type { PolicyInput } from "../../packages/api/src/policy/push-policy.ts";
import { deny, policy, rule } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { expectNoKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { answering, clientOf, emulated, forward } from "./local-service.ts";
import { Service } from "./server.ts";
import { httpsRoute, targets, tcpEdge } from "./targets.ts";

const document = {
  outbound: [],
  inbound: [{ name: "Closed", actions: [{ type: "deny", config: { status_code: 403 } }] }],
};

describe.each(targets)("%s", (_kind, target) => {
  test("a policy is pushed, read and compared", async () => {
    const { client } = await emulated("edge_1");
    expect(await client.readPolicy(target)).toBeUndefined();
    expect(await client.comparePolicy(target, document)).toMatchObject({ state: "absent" });
    const pushed = await client.pushPolicy(target, document);
    expect(pushed).toMatchObject({ enabled: true, document });
    expect(await client.readPolicy(target)).toEqual(pushed);
    expect(await client.comparePolicy(target, document)).toEqual({
      state: "identical",
      changes: [],
    });
  });

  test("whether it is enabled is pushed and compared", async () => {
    const { client } = await emulated("edge_1");
    await client.pushPolicy(target, document, { enabled: false });
    expect(await client.readPolicy(target)).toMatchObject({ enabled: false });
    expect(await client.comparePolicy(target, document)).toMatchObject({
      state: "different",
      changes: [{ kind: "enabled", before: false, after: true }],
    });
    expect(await client.comparePolicy(target, document, { enabled: false })).toMatchObject({
      state: "identical",
    });
  });

  test("a policy of the builder is taken as it is", async () => {
    const { client } = await emulated("edge_1");
    const built = policy().inbound(rule("Closed").do(deny({ statusCode: 403 })));
    await client.pushPolicy(target, built);
    expect(await client.comparePolicy(target, built)).toMatchObject({ state: "identical" });
  });

  test("what cannot become a document rejects, and nothing is sent", async () => {
    const { baseUrl, received } = await answering((response) => void response.end("{}"));
    const client = clientOf(baseUrl);
    const broken: PolicyInput = {
      toJSON: () => {
        throw new Error("A rule has no action.");
      },
    };
    const started = [client.pushPolicy(target, broken), client.comparePolicy(target, broken)];
    for (const promise of started) await expect(promise).rejects.toThrow("A rule has no action.");
    expect(received).toEqual([]);
  });

  test("what JSON cannot hold is told in a sentence, and nothing is sent", async () => {
    const { baseUrl, received } = await answering((response) => void response.end("{}"));
    const client = clientOf(baseUrl);
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    for (const [broken, reason] of [
      [deep, /\/inbound\/0\/deep.* is nested deeper than 600 levels\.$/],
      [circular, /: \/inbound\/0\/self contains itself\.$/],
    ] as const) {
      const input = { inbound: [broken] } as unknown as PolicyInput;
      for (const promise of [
        client.pushPolicy(target, input),
        client.comparePolicy(target, input),
      ]) {
        const error = await failing(InvalidRequest, promise);
        expect(error.message).toMatch(reason);
        expect(error).toMatchObject({ attempts: 0, effect: "none" });
      }
    }
    expect(received).toEqual([]);
  });

  test("what is no policy is not sent, unless told otherwise", async () => {
    const { client } = await emulated("edge_1");
    const later: PolicyInput = { later_key: [] };
    await failing(InvalidRequest, client.pushPolicy(target, later));
    expect(await client.readPolicy(target)).toBeUndefined();
    await client.pushPolicy(target, later, { anyValue: true });
    expect(await client.readPolicy(target)).toMatchObject({ document: later });
  });

  test("the signal ends each of them", async () => {
    const { client } = await emulated("edge_1");
    const signal = AbortSignal.abort();
    await failing(Cancelled, client.pushPolicy(target, document, { signal }));
    await failing(Cancelled, client.readPolicy(target, { signal }));
    const compared = await failing(Cancelled, client.comparePolicy(target, document, { signal }));
    expect(compared.effect).toBe("none");
  });
});

describe("the policies of many targets", () => {
  const edge = (id: string): Target => ({ kind: "tcp-edge", edge: id });
  const edges = (count: number): Target[] =>
    Array.from({ length: count }, (_item, index) => edge(`edge_${index}`));

  /** A service with edges `edge_0`…, each with a policy that names it. */
  async function withEdges(
    count: number,
    { pageSize = 100 } = {},
  ): Promise<{ service: Service; client: ReturnType<typeof clientOf> }> {
    const service = await Service.start({ pageSize });
    for (let index = 0; index < count; index += 1) {
      const value = JSON.stringify({ inbound: [], edge: index });
      service.addEdges({ id: `edge_${index}`, traffic_policy: { enabled: true, value } });
    }
    return { service, client: clientOf(service.baseUrl) };
  }

  test("a hundred edges are one request", async () => {
    const { service, client } = await withEdges(100);
    const readings = await client.readPolicies(edges(100));
    expect(readings.map(({ stored }) => stored?.document)).toEqual(
      Array.from({ length: 100 }, (_item, index) => ({ inbound: [], edge: index })),
    );
    expect(service.seen.map(({ url }) => url)).toEqual(["/edges/tcp"]);
  });

  test("of two edges among a thousand, the list is left in time", async () => {
    const { service, client } = await withEdges(1000, { pageSize: 10 });
    const readings = await client.readPolicies([edge("edge_500"), edge("edge_1")]);
    expect(readings.map(({ stored }) => stored?.document)).toMatchObject([
      { edge: 500 },
      { edge: 1 },
    ]);
    expect(service.seen.map(({ url }) => url)).toEqual(["/edges/tcp", "/edges/tcp/edge_500"]);
  });

  test("one edge is asked for, and once", async () => {
    const { service, client } = await withEdges(3);
    await client.readPolicies([edge("edge_2"), edge("edge_2")]);
    expect(service.seen.map(({ url }) => url)).toEqual(["/edges/tcp/edge_2"]);
  });

  test("of both kinds come in the order of the targets, an error of one in its place", async () => {
    const { service, client } = await withEdges(3);
    service.addRoute("edge_2", "route_1", { enabled: false, value: "{}" });
    service.addEdges({ id: "broken", traffic_policy: { enabled: true, value: "{" } });
    service.addEdges({ id: "none" });
    const wanted = [
      httpsRoute,
      edge("edge_2"),
      edge("gone"),
      edge("broken"),
      edge("none"),
      tcpEdge,
    ];
    const readings = await client.readPolicies(wanted);
    expectNoKey(readings);
    expect(readings).toMatchObject([
      { target: httpsRoute, stored: { enabled: false, document: {} }, error: undefined },
      { stored: { document: { edge: 2 } } },
      { stored: undefined, error: expect.any(NotFound) },
      { stored: { value: "{", document: undefined }, error: undefined },
      { stored: undefined, error: undefined },
      { stored: { document: { edge: 1 } } },
    ]);
  });

  test("that stand in the list twice are not known; the others are asked for", async () => {
    const { service } = await withEdges(4);
    const { edges: stored } = service.snapshot();
    const { baseUrl } = await answering(async (response, request) => {
      if (request.url.startsWith("/edges/tcp/")) return forward(request, service.baseUrl, response);
      const second = request.url.includes("page");
      const page = second ? [stored["edge_1"], stored["edge_0"]] : [stored["edge_0"]];
      const next_page_uri = second ? null : "?page=1";
      response.end(JSON.stringify({ tcp_edges: page, uri: "u", next_page_uri }));
    });
    const client = clientOf(baseUrl);
    const wanted = [0, 1, 2, 3].map((index) => edge(`edge_${index}`));
    const readings = await client.readPolicies(wanted);
    expect(readings).toMatchObject([
      { stored: undefined, error: expect.any(UnexpectedResponse) },
      ...[1, 2, 3].map((index) => ({ stored: { document: { edge: index } }, error: undefined })),
    ]);
    const progress: number[] = [];
    const local = { enabled: true, value: "{}" };
    const plan = await makePlan(
      client,
      wanted.map((target) => ({ name: identifiersOf(target).join("/"), target, local })),
      { onProgress: ({ done }) => void progress.push(done) },
    );
    expect(plan.unread).toMatchObject([
      { name: "edge_0", error: { message: expect.stringContaining("occurs twice") } },
    ]);
    expect(progress).toEqual([1, 2, 3, 4]);
  });

  test("no targets need no request", async () => {
    const { service, client } = await withEdges(3);
    expect(await client.readPolicies([])).toEqual([]);
    expect(service.seen).toEqual([]);
  });

  test("a list that the key may not read is done without", async () => {
    const { service, client } = await withEdges(3);
    service.faultOf = (index) => (index === 0 ? { kind: "status", status: 403 } : undefined);
    const readings = await client.readPolicies(edges(3));
    expect(readings.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(service.seen).toHaveLength(4);
  });

  test.each([400, 409, 422])(
    "a list that is refused (%d) says nothing of the edges, which are asked for",
    async (status) => {
      const { service, client } = await withEdges(3);
      service.faultOf = (index) => (index === 0 ? { kind: "status", status } : undefined);
      const readings = await client.readPolicies(edges(3));
      expect(readings.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
      expect(service.seen).toHaveLength(4);
    },
  );

  test.each([401, 429, 500, 503])(
    "what holds for all (%d) is told of each edge after one request",
    async (status) => {
      const { service, client } = await withEdges(3);
      service.faultOf = () => ({ kind: "status", status });
      const readings = await client.readPolicies(edges(3));
      expect(readings.map(({ error }) => error?.status)).toEqual([status, status, status]);
      expect(service.seen).toHaveLength(1);
    },
  );

  test.each([0, Number.NaN, 1001, -1])(
    "a concurrency of %d is refused, and not taken for nothing to read",
    async (concurrency) => {
      const { service, client } = await withEdges(3);
      const visited: unknown[] = [];
      const reading = readEach(client, edges(3), (one) => void visited.push(one), { concurrency });
      await expect(reading).rejects.toThrow(InvalidConfiguration);
      await expect(reading).rejects.toThrow('"concurrency" is not between 1 and 1000 targets.');
      expect([visited, service.seen]).toEqual([[], []]);
    },
  );

  test("a service that fails is not asked for each edge", async () => {
    const { service, client } = await withEdges(50);
    service.faultOf = () => ({ kind: "status", status: 500 });
    const readings = await client.readPolicies(edges(50));
    for (const { error } of readings) expect(error).toBeInstanceOf(ServiceFailure);
    expect(service.seen).toHaveLength(1);
  });

  test("a key that may read nothing is told for each", async () => {
    const { service, client } = await withEdges(2);
    service.faultOf = () => ({ kind: "status", status: 403 });
    for (const { error } of await client.readPolicies(edges(2))) {
      expect(error).toBeInstanceOf(Forbidden);
    }
  });
});
