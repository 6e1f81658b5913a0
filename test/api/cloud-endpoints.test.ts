import {
  CannotDisable,
  CannotRemove,
  ChangedSince,
  deployPlan,
  InvalidRequest,
  makePlan,
  NotFound,
  ReadOnlyEndpoint,
  readSavedPlan,
  toSavedPlan,
  UnexpectedResponse,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { cloudVersionHeader, createEmulator, type EmulatorOptions } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { apiKey, expectNoKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { answering, clientOf, forward } from "./local-service.ts";
import { cloudEndpoint as target, denyingFor } from "./targets.ts";

const ep = (id: string): Target => ({ kind: "cloud-endpoint", endpoint: id });
const module = (value: string): TrafficPolicyModule => ({ enabled: true, value });
const text = (status: number): string => JSON.stringify(denyingFor(target)(status).document);
const local = (status: number): TrafficPolicyModule => module(text(status));
const yaml = (status: number): string => `# By hand.
on_http_request:
  - name: Deny <&>
    actions:
      - type: deny
        config: { status_code: ${status} }
`;

/** An emulator for one test, with the cloud endpoint `ep_0`, its client, and what it was asked. */
async function emulated(options: EmulatorOptions = {}) {
  const requests: string[] = [];
  const onRequest = ({ method, path }: { method: string; path: string }): void =>
    void requests.push(`${method} ${path}`);
  const emulator = await createEmulator({
    apiKey,
    cloudEndpoints: ["ep_0"],
    onRequest,
    ...options,
  });
  onTestFinished(() => emulator.close());
  const client = clientOf(emulator.baseUrl, { versionHeader: cloudVersionHeader });
  return { client, requests, baseUrl: emulator.baseUrl };
}

/** An endpoint of a service that answers each request with it. */
async function endpointWith(fields: object) {
  const endpoint = {
    id: "ep_0",
    region: "global",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    public_url: "https://a.example",
    proto: "https",
    hostport: "a.example:443",
    type: "cloud",
    ...fields,
  };
  const { baseUrl, received } = await answering(
    (response) => void response.end(JSON.stringify(endpoint)),
  );
  return { client: clientOf(baseUrl), received };
}

describe("reading", () => {
  test.each([{}, { traffic_policy: null }, { traffic_policy: "" }])(
    "an endpoint with %j has no policy",
    async (fields) => {
      const { client } = await endpointWith(fields);
      expect(await client.readPolicy(target)).toBeUndefined();
    },
  );

  test("a text of YAML is read as a document, and said to be YAML", async () => {
    const { client } = await endpointWith({ traffic_policy: yaml(403) });
    expect(await client.readPolicy(target)).toEqual({
      enabled: true,
      value: yaml(403),
      document: JSON.parse(text(403)),
      note: "The stored policy is YAML, not JSON.",
    });
  });

  test("an endpoint that is not there is NotFound", async () => {
    const { client } = await emulated();
    const document = denyingFor(target)(403).document as {};
    for (const promise of [
      client.readPolicy(ep("ep_9")),
      client.pushPolicy(ep("ep_9"), document),
    ]) {
      expect(await failing(NotFound, promise)).toMatchObject({ path: "/endpoints/ep_9" });
    }
  });

  test.each([
    ["ephemeral", 'it is of type "ephemeral", not a cloud endpoint', /where the agent starts/],
    ["agent", 'it is of type "agent", not a cloud endpoint', /where the agent starts/],
    ["edge", 'it is of type "edge", not a cloud endpoint', /the edge that serves this one/],
    ["constructor", "it is not a cloud endpoint", /Name a cloud endpoint/],
    ["that is the key", "it is not a cloud endpoint", /Name a cloud endpoint/],
  ])("an endpoint of type %s is read-only", async (type, what, help) => {
    const answered = type === "that is the key" ? apiKey : type;
    const { client } = await endpointWith({ type: answered, traffic_policy: text(403) });
    const error = await failing(ReadOnlyEndpoint, client.readPolicy(target));
    expect(error).toMatchObject({
      message: `The endpoint ep_0 is read-only: ${what}.`,
      help: expect.stringMatching(help),
      effect: "none",
    });
    expectNoKey(error);
  });

  test("many come from the list; those that it has no policy of are asked for", async () => {
    const { client: direct, baseUrl: upstream } = await emulated({
      cloudEndpoints: ["ep_0", "ep_1", "ep_2", "ep_3"],
      tunnels: ["https://t.example"],
    });
    for (const id of ["ep_0", "ep_1", "ep_2"]) {
      await direct.endpoints.update(id, { traffic_policy: text(403) });
    }
    const { baseUrl, received } = await answering(async (response, request) => {
      if (request.url !== "/endpoints") return forward(request, upstream, response);
      const list = await direct.endpoints.listPage();
      // A service may leave policies out of lists.
      const endpoints = list.endpoints.map((one) =>
        one.id === "ep_1" ? { ...one, traffic_policy: undefined } : one,
      );
      response.end(JSON.stringify({ ...list, endpoints }));
    });
    const client = clientOf(baseUrl, { versionHeader: cloudVersionHeader });
    const wanted = ["ep_0", "ep_1", "ep_4", "ep_2", "ep_9", "ep_3"].map(ep);
    const readings = await client.readPolicies(wanted);
    const held = { stored: { value: text(403) }, error: undefined };
    expect(readings.map(({ target: of }) => of)).toEqual(wanted);
    expect(readings).toMatchObject([
      held,
      held,
      { stored: undefined, error: expect.any(ReadOnlyEndpoint) },
      held,
      { stored: undefined, error: expect.any(NotFound) },
      { stored: undefined, error: undefined },
    ]);
    expect(received.map(({ url }) => url).toSorted()).toEqual([
      "/endpoints",
      "/endpoints/ep_1",
      "/endpoints/ep_3",
      "/endpoints/ep_9",
    ]);
  });
});

describe("writing", () => {
  test("the body holds the text of the policy, and nothing else", async () => {
    const { client, received } = await endpointWith({ traffic_policy: text(403) });
    const stored = await client.pushPolicy(target, denyingFor(target)(403).document as {});
    expect(stored).toMatchObject({ enabled: true, value: text(403) });
    expect(received).toMatchObject([
      {
        method: "PATCH",
        url: "/endpoints/ep_0",
        body: JSON.stringify({ traffic_policy: text(403) }),
      },
    ]);
  });

  test("nothing else of the endpoint is changed", async () => {
    const { client } = await emulated();
    const {
      traffic_policy: _policy,
      updated_at: _time,
      ...before
    } = await client.endpoints.get("ep_0");
    await client.pushPolicy(target, denyingFor(target)(403).document as {});
    expect(await client.endpoints.get("ep_0")).toMatchObject({
      ...before,
      traffic_policy: text(403),
    });
  });

  test("an answer without a policy is unexpected", async () => {
    const { client } = await endpointWith({ traffic_policy: null });
    const push = client.pushPolicy(target, denyingFor(target)(403).document as {});
    expect(await failing(UnexpectedResponse, push)).toMatchObject({
      field: "traffic_policy",
      effect: "possible",
    });
  });

  test.each([true, false])("`enabled: %s` is refused, and nothing is sent", async (enabled) => {
    const { client, requests } = await emulated();
    const document = denyingFor(target)(403).document as {};
    const error = await failing(InvalidRequest, client.pushPolicy(target, document, { enabled }));
    expect(error).toMatchObject({
      field: "enabled",
      message: expect.stringMatching(/the policy of a cloud endpoint has no "enabled"\.$/),
    });
    await failing(InvalidRequest, client.comparePolicy(target, document, { enabled }));
    expect(requests).toEqual([]);
  });

  const directions = '{"inbound":[],"on_http_request":[]}';
  test.each([
    ["", /"traffic_policy" is empty/],
    [" \n", /"traffic_policy" is empty/],
    ["{", /is neither a policy document in YAML nor JSON: /],
    ["error: none", /is neither a policy document in YAML nor JSON: /],
    ["[]", /is not a policy document, which is a JSON object/],
    ['{"other":[]}', /has none of "on_tcp_connect", "on_http_request", "on_http_response", "on_/],
    ['{"on_http_request":1}', /is not a policy document: "on_http_request"/],
    [directions, /has "inbound", which cloud endpoints do not support: `traffic-policy migrate`/],
    ["outbound: []", /has "outbound", which cloud endpoints do not support: `traffic-policy mi/],
  ])("%j is not sent", async (value, message) => {
    const { client, requests } = await emulated();
    const update = client.endpoints.update("ep_0", { traffic_policy: value });
    expect(await failing(InvalidRequest, update)).toMatchObject({
      field: "traffic_policy",
      message: expect.stringMatching(message),
      effect: "none",
    });
    expect(requests).toEqual([]);
    const options = { anyValue: true };
    await client.endpoints
      .update("ep_0", { traffic_policy: value }, options)
      .catch(() => undefined);
    expect(requests).toEqual(["PATCH /endpoints/ep_0"]);
  });

  test("YAML in phases, and phases that only some protocols have, are sent as they are", async () => {
    const { client } = await emulated();
    for (const value of [yaml(403), '{"on_event_stream_message":[],"on_tcp_connect":null}']) {
      const { traffic_policy: stored } = await client.endpoints.update("ep_0", {
        traffic_policy: value,
      });
      expect(stored).toBe(value);
    }
  });

  test("what the service refuses is told with its code and its words", async () => {
    const { client } = await emulated({ tunnels: ["https://t.example"] });
    const policy = { on_http_request: [{ actions: [] }] };
    const error = await failing(InvalidRequest, client.pushPolicy(target, policy));
    expect(error).toMatchObject({ code: "ERR_NGROK_18002", effect: "none" });
    expect(error.message).toMatch(/Rule "on_http_request" 1 has no action\. \(ERR_NGROK_2206\)/);
  });
});

describe("plans", () => {
  test("a policy stored as YAML is unchanged, said to be YAML, and not rewritten", async () => {
    const { client, requests } = await emulated();
    await client.endpoints.update("ep_0", { traffic_policy: yaml(403) });
    const plan = await makePlan(client, [{ name: "web", target, local: local(403) }]);
    expect(plan.targets).toMatchObject([
      { action: "unchanged", state: "identical", note: "The stored policy is YAML, not JSON." },
    ]);
    requests.length = 0;
    expect(await deployPlan(client, plan.targets)).toMatchObject([{ outcome: "unchanged" }]);
    expect(requests).toEqual([]);
  });

  test("a policy stored as YAML is changed rule by rule, kept and restored to the letter", async () => {
    const { client } = await emulated({ cloudEndpoints: ["ep_0", "ep_1"] });
    await client.endpoints.update("ep_0", { traffic_policy: yaml(403) });
    const wanted = [
      { name: "web", target, local: local(404) },
      { name: "other", target: ep("ep_1"), local: local(404) },
    ];
    const plan = await makePlan(client, wanted);
    expect(plan.targets[0]).toMatchObject({
      action: "change",
      changes: [{ kind: "changed", rule: "Deny <&>", before: 403, after: 404 }],
      stored: module(yaml(403)),
    });
    // Somebody else is faster at the second: everything is taken back.
    await client.endpoints.update("ep_1", { traffic_policy: text(405) });
    const kept: unknown[] = [];
    const keep = async (_planned: unknown, stored: unknown): Promise<void> =>
      void kept.push(stored);
    const options = { onFailure: "rollback", concurrency: 1, keep } as const;
    expect(await deployPlan(client, plan.targets, options)).toMatchObject([
      { name: "web", outcome: "rolled-back", verified: true },
      { name: "other", outcome: "failed", error: expect.any(ChangedSince) },
    ]);
    expect(kept).toEqual([module(yaml(403)), local(404)]);
    expect((await client.endpoints.get("ep_0")).traffic_policy).toBe(yaml(403));
    expect((await client.endpoints.get("ep_1")).traffic_policy).toBe(text(405));
  });

  test("written as YAML by another writer, and the same as a document: applied", async () => {
    const { client } = await emulated();
    await client.endpoints.update("ep_0", { traffic_policy: text(403) });
    const plan = await makePlan(client, [{ name: "web", target, local: local(404) }]);
    await client.endpoints.update("ep_0", { traffic_policy: yaml(403) });
    expect(await deployPlan(client, plan.targets)).toMatchObject([
      { outcome: "applied", verified: true },
    ]);
  });

  test("an endpoint that had no policy keeps its new one, and the rollback says so", async () => {
    const { client } = await emulated({ cloudEndpoints: ["ep_0", "ep_1"] });
    const wanted = [
      { name: "web", target, local: local(404) },
      { name: "other", target: ep("ep_1"), local: local(404) },
    ];
    const { targets } = await makePlan(client, wanted);
    await client.endpoints.update("ep_1", { traffic_policy: text(405) });
    const kept: string[] = [];
    const keep = async ({ name }: { name: string }): Promise<void> => void kept.push(name);
    const options = { onFailure: "rollback", concurrency: 1, keep } as const;
    expect(await deployPlan(client, targets, options)).toMatchObject([
      {
        outcome: "applied",
        verified: true,
        error: {
          message:
            "The previous policy could not be restored: The service cannot remove the policy of a cloud endpoint.",
        },
      },
      { outcome: "failed" },
    ]);
    expect(kept).toEqual(["web"]);
    expect((await client.endpoints.get("ep_0")).traffic_policy).toBe(text(404));
  });

  test("what it cannot hold is not planned: none, a disabled one, one in directions", async () => {
    const { client } = await emulated({ cloudEndpoints: ["ep_0", "ep_1", "ep_2"] });
    await client.endpoints.update("ep_0", { traffic_policy: text(403) });
    const inDirections = module('{"inbound":[]}');
    const plan = await makePlan(client, [
      { name: "none", target, local: undefined },
      { name: "disabled", target: ep("ep_1"), local: { ...local(403), enabled: false } },
      { name: "directions", target: ep("ep_2"), local: inDirections },
    ]);
    expect(plan.targets).toEqual([]);
    expect(plan.unread.map(({ error }) => error)).toEqual([
      expect.any(CannotRemove),
      expect.any(CannotDisable),
      expect.objectContaining({
        message:
          'The local policy has "inbound", which cloud endpoints do not support: `traffic-policy migrate` converts it to phases.',
      }),
    ]);
  });

  test("an endpoint of another type is in no plan, and nothing is written", async () => {
    const { client, requests } = await emulated({ tunnels: ["https://t.example"] });
    const plan = await makePlan(client, [{ name: "agent", target: ep("ep_1"), local: local(403) }]);
    expect(plan).toMatchObject({
      targets: [],
      unread: [{ name: "agent", error: expect.any(ReadOnlyEndpoint) }],
    });
    expect(requests).toEqual(["GET /endpoints/ep_1"]);
  });

  test("the same endpoint twice is in no plan; an edge of the same name is another place", async () => {
    const { client } = await emulated({ tcpEdges: ["ep_0"] });
    const edge = { kind: "tcp-edge", edge: "ep_0" } as const;
    const { targets, unread } = await makePlan(client, [
      { name: "one", target, local: local(403) },
      { name: "edge", target: edge, local: module('{"inbound":[]}') },
      { name: "two", target, local: local(404) },
    ]);
    expect(targets.map(({ name }) => name)).toEqual(["one", "edge"]);
    expect(unread).toMatchObject([
      { name: "two", error: { message: 'It is the same target as "one".' } },
    ]);
  });

  test("a saved plan is applied; one that disables is not taken", async () => {
    const { client } = await emulated();
    await client.endpoints.update("ep_0", { traffic_policy: yaml(403) });
    const plan = await makePlan(client, [{ name: "web", target, local: local(404) }]);
    const about = { service: "s", time: "2026-01-01T00:00:00Z" };
    const saved = readSavedPlan(JSON.parse(JSON.stringify(toSavedPlan(plan, about))));
    expect(await deployPlan(client, saved.plan.targets)).toMatchObject([
      { target, outcome: "applied", verified: true },
    ]);
    const disabling = plan.targets.map((one) => ({
      ...one,
      local: { ...local(404), enabled: false },
    }));
    const edited = JSON.parse(JSON.stringify(toSavedPlan({ targets: disabling }, about)));
    expect(() => readSavedPlan(edited)).toThrow(
      /The policy of a cloud endpoint cannot be disabled/,
    );
  });
});
