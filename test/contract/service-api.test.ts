// The description of the service as tests: each has the words of the description as its name. They
// run against the emulator, or against any service that the environment names; see docs/emulator.md.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { edgePath, Service, type JsonObject } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.close());

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ref = { id: expect.any(String), uri: expect.any(String) };

/** A policy with every action and every key of a rule that the description shows. */
const policy = {
  inbound: [
    {
      name: "Rewrite & answer",
      expressions: ["req.method == 'GET'", "req.url.path > '/a' && req.url.path < '/b'"],
      actions: [
        { type: "url-rewrite", config: { from: "/a", to: "/b" } },
        {
          type: "custom-response",
          config: { status_code: 403, headers: { "content-type": "text/plain" }, content: "No." },
        },
      ],
    },
    {
      name: "Deny",
      expressions: ["true"],
      actions: [{ type: "deny", config: { status_code: 404 } }],
    },
  ],
  outbound: [
    {
      name: "Compress",
      actions: [{ type: "compress-response", config: { algorithms: ["gzip", "br"] } }],
    },
  ],
};
const value = JSON.stringify(policy);

/** A stored policy as the document that it is. */
function documentOf(module: unknown): unknown {
  return JSON.parse((module as { value: string }).value);
}

/** Everything that an update can change. */
function everything(): JsonObject {
  return {
    description: "contract",
    metadata: '{"by":"contract"}',
    hostports: [service.hostport],
    backend: { enabled: false, backend_id: service.backendId },
    ip_restriction: { enabled: false, ip_policy_ids: service.ipPolicyIds },
    traffic_policy: { enabled: false, value },
  };
}

describe("What the service does", () => {
  test("Request and response bodies are JSON.", async () => {
    const { headers, text } = await service.send("GET", edgePath((await service.create()).id));
    expect(headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(typeof JSON.parse(text)).toBe("object");
  });

  test("Requests that have a body send the header Content-Type: application/json.", async () => {
    // What this suite sends; an answer to anything else is not shown.
    expect((await service.create({ description: "with a body" }))["description"]).toBe(
      "with a body",
    );
  });

  test("Create, get, list, update and delete TCP edges.", async () => {
    const { id } = await service.create();
    const path = edgePath(id);
    expect((await service.send("GET", path)).json["id"]).toBe(id);
    expect((await service.list("/edges/tcp", "tcp_edges")).some((edge) => edge["id"] === id)).toBe(
      true,
    );
    expect((await service.send("PATCH", path, { metadata: "m" })).json["metadata"]).toBe("m");
    await service.send("DELETE", path);
    expect((await service.send("GET", path)).status).toBeGreaterThanOrEqual(400);
  });

  test("A TCP edge carries optional modules (backend, IP restriction, traffic policy).", async () => {
    const [full, bare] = [await service.create(everything()), await service.create()];
    for (const module of ["backend", "ip_restriction", "traffic_policy"]) {
      expect([module, full[module], bare[module]]).toEqual([module, expect.any(Object), null]);
    }
  });

  test("List active endpoints on the account and get one endpoint by identifier.", async () => {
    await service.create({ hostports: [service.hostport] });
    const [first] = await service.list("/endpoints", "endpoints");
    const path = `/endpoints/${encodeURIComponent(String(first?.["id"]))}`;
    expect((await service.send("GET", path)).json).toMatchObject({ id: first?.["id"] });
  });

  test("An endpoint is either ephemeral (served directly by an agent-initiated tunnel) or edge (served by an edge).", async () => {
    await service.create({ hostports: [service.hostport] });
    for (const { type, tunnel, edge } of await service.list("/endpoints", "endpoints")) {
      expect({ type, served: type === "ephemeral" ? tunnel : edge }).toEqual({
        type: expect.stringMatching(/^(ephemeral|edge)$/),
        served: expect.objectContaining(ref),
      });
    }
  });

  test("Endpoints are read-only.", async () => {
    await service.create({ hostports: [service.hostport] });
    const before = await service.list("/endpoints", "endpoints");
    const path = `/endpoints/${encodeURIComponent(String(before[0]?.["id"]))}`;
    for (const [method, at] of [
      ["POST", "/endpoints"],
      ["PATCH", path],
      ["PUT", path],
      ["DELETE", path],
    ] as const) {
      expect((await service.send(method, at, {})).status).toBeGreaterThanOrEqual(400);
    }
    expect(await service.list("/endpoints", "endpoints")).toEqual(before);
  });

  test("Replace, get and delete the traffic policy module of one route of an HTTPS edge.", async () => {
    expect((await service.replacePolicy({ value })).status).toBe(200);
    expect(documentOf((await service.send("GET", service.routePath())).json)).toEqual(policy);
    await service.send("DELETE", service.routePath());
    const { status, json } = await service.send("GET", service.routePath());
    expect(status === 200 ? json["value"] : undefined).toBeFalsy();
  });

  test("Every request carries the two headers described under Authentication and Versioning.", async () => {
    expect((await service.send("GET", "/edges/tcp")).status).toBe(200);
  });
});

describe("TCP edge", () => {
  test("id: Treat them as opaque strings.", async () => {
    expect((await service.create()).id).not.toBe("");
  });

  test("id: unique identifier of the edge", async () => {
    expect((await service.create()).id).not.toBe((await service.create()).id);
  });

  test("description: human-readable description of what the edge is used for; optional, max 255 bytes", async () => {
    const description = `${"é".repeat(127)}x`;
    expect((await service.create({ description }))["description"]).toBe(description);
    const longer = { description: `${description}x` };
    expect((await service.send("POST", "/edges/tcp", longer)).status).toBeGreaterThanOrEqual(400);
    expect((await service.create())["description"] ?? "").toBe("");
  });

  test("metadata: arbitrary user-defined machine-readable data; optional, max 4096 bytes", async () => {
    const metadata = "é".repeat(2048);
    expect((await service.create({ metadata }))["metadata"]).toBe(metadata);
    const longer = { metadata: `${metadata}x` };
    expect((await service.send("POST", "/edges/tcp", longer)).status).toBeGreaterThanOrEqual(400);
    expect((await service.create())["metadata"] ?? "").toBe("");
  });

  test("created_at: creation timestamp, RFC 3339", async () => {
    expect((await service.create())["created_at"]).toMatch(rfc3339);
  });

  test("uri: URI of the edge resource", async () => {
    const edge = await service.create();
    expect((await service.send("GET", String(edge["uri"]))).json).toEqual(edge);
  });

  test("hostports: hostports served by the edge; null when unset", async () => {
    expect((await service.create({ hostports: [service.hostport] }))["hostports"]).toEqual([
      service.hostport,
    ]);
    expect((await service.create())["hostports"]).toBeNull();
  });

  test("backend: backend module; null when unset", async () => {
    const backend = { backend_id: service.backendId };
    expect((await service.create({ backend }))["backend"]).toMatchObject({ backend: ref });
    expect((await service.create())["backend"]).toBeNull();
  });

  test("ip_restriction: IP restriction module; null when unset", async () => {
    const ip_restriction = { ip_policy_ids: service.ipPolicyIds };
    const edge = await service.create({ ip_restriction });
    expect(edge["ip_restriction"]).toHaveProperty("ip_policies");
    expect((await service.create())["ip_restriction"]).toBeNull();
  });

  test("traffic_policy: traffic policy module, or null", async () => {
    const edge = await service.create({ traffic_policy: { value } });
    expect(edge["traffic_policy"]).toEqual({ enabled: true, value: expect.any(String) });
    expect((await service.create())["traffic_policy"]).toBeNull();
  });

  test("Responses also carry a key named policy, which is null in the shown responses.", async () => {
    expect(await service.create()).toHaveProperty("policy");
  });
});

describe("Module shapes in responses", () => {
  test("EndpointBackend: enabled is true if the module is applied to traffic, false to disable", async () => {
    for (const enabled of [true, false]) {
      const backend = { enabled, backend_id: service.backendId };
      expect((await service.create({ backend }))["backend"]).toMatchObject({ enabled });
    }
  });

  test("EndpointBackend: backend is the backend that backs the endpoint", async () => {
    const edge = await service.create({ backend: { backend_id: service.backendId } });
    expect(edge["backend"]).toMatchObject({ backend: { ...ref, id: service.backendId } });
  });

  test("EndpointIPPolicy: enabled as above", async () => {
    for (const enabled of [true, false]) {
      const ip_restriction = { enabled, ip_policy_ids: service.ipPolicyIds };
      expect((await service.create({ ip_restriction }))["ip_restriction"]).toMatchObject({
        enabled,
      });
    }
  });

  test("EndpointIPPolicy: ip_policies is described as a list but typed as a single Ref", async () => {
    const [id = ""] = service.ipPolicyIds;
    const edge = await service.create({ ip_restriction: { ip_policy_ids: [id] } });
    const { ip_policies } = edge["ip_restriction"] as { ip_policies: unknown };
    expect([ip_policies].flat()).toEqual([expect.objectContaining({ ...ref, id })]);
  });

  test("EndpointTrafficPolicy (same shape in requests and responses)", async () => {
    const edge = await service.create({ traffic_policy: { enabled: false, value } });
    const { id } = await service.create({ traffic_policy: edge["traffic_policy"] });
    const { json } = await service.send("GET", edgePath(id));
    expect(json["traffic_policy"]).toEqual(edge["traffic_policy"]);
  });

  test("EndpointTrafficPolicy: enabled as above", async () => {
    for (const enabled of [true, false]) {
      const edge = await service.create({ traffic_policy: { enabled, value } });
      expect(edge["traffic_policy"]).toMatchObject({ enabled });
    }
  });

  test("EndpointTrafficPolicy: value is the traffic policy applied to traffic on the endpoint", async () => {
    const edge = await service.create({ traffic_policy: { value } });
    expect(documentOf(edge["traffic_policy"])).toEqual(policy);
  });

  test("Ref: id is a resource identifier, uri a URI for locating the resource", async () => {
    const { backend } = (await service.create({ backend: { backend_id: service.backendId } }))[
      "backend"
    ] as { backend: { id: string; uri: string } };
    expect(backend.id).toBe(service.backendId);
    expect(URL.canParse(backend.uri)).toBe(true);
  });
});

describe("Module shapes in requests (create and update of a TCP edge)", () => {
  test.each(["backend", "ip_restriction", "traffic_policy"])(
    "%s: enabled is default true if unspecified",
    async (module) => {
      const { enabled: _enabled, ...input } = everything()[module] as JsonObject;
      const created = await service.create({ [module]: input });
      expect(created[module]).toMatchObject({ enabled: true });
      const { id } = await service.create({ [module]: everything()[module] });
      const { json } = await service.send("PATCH", edgePath(id), { [module]: input });
      expect(json[module]).toMatchObject({ enabled: true });
    },
  );

  test("EndpointBackendMutate: backend_id is the backend to back the endpoint", async () => {
    const { id } = await service.create();
    const backend = { backend_id: service.backendId };
    const { json } = await service.send("PATCH", edgePath(id), { backend });
    expect(json["backend"]).toMatchObject({ backend: { id: service.backendId } });
  });

  test("EndpointIPPolicyMutate: ip_policy_ids are all IP policies used to check a source IP", async () => {
    const edge = await service.create({ ip_restriction: { ip_policy_ids: service.ipPolicyIds } });
    const { ip_policies } = edge["ip_restriction"] as { ip_policies: unknown };
    const ids = [ip_policies].flat().map((one) => (one as { id: string }).id);
    // All of them, or the one that a single Ref can name.
    const expected = Array.isArray(ip_policies) ? service.ipPolicyIds : [ids[0]];
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  test("EndpointTrafficPolicy: value is the traffic policy", async () => {
    const { id } = await service.create();
    const { json } = await service.send("PATCH", edgePath(id), { traffic_policy: { value } });
    expect(documentOf(json["traffic_policy"])).toEqual(policy);
  });
});

describe("Traffic policy value", () => {
  async function stored(document: JsonObject): Promise<unknown> {
    const { status, json } = await service.replacePolicy({ value: JSON.stringify(document) });
    expect(status).toBe(200);
    return documentOf(json);
  }
  const rule = policy.outbound[0];

  test("The value field is a string that holds a JSON document.", async () => {
    const { json } = await service.replacePolicy({ value });
    expect(json["value"]).toEqual(expect.any(String));
    expect(documentOf(json)).toEqual(policy);
  });

  test.each([["inbound"], ["outbound"]])(
    "Top-level keys: inbound (list of rules) and outbound (list of rules): only %s",
    async (direction) => {
      const rules = policy[direction as "inbound" | "outbound"];
      expect(await stored({ [direction]: rules })).toEqual({ [direction]: rules });
    },
  );

  test("Rule: name (string), expressions (list of strings, optional; an outbound rule may omit it), actions (list of action objects).", async () => {
    expect(rule).not.toHaveProperty("expressions");
    expect(await stored({ outbound: [rule] })).toEqual({ outbound: [rule] });
    const guarded = { ...rule, expressions: ["res.status_code == 200", "true"] };
    expect(await stored({ outbound: [guarded] })).toEqual({ outbound: [guarded] });
  });

  test.each([
    ["url-rewrite (from, to)", "inbound", policy.inbound[0]?.actions[0]],
    [
      "custom-response (status_code integer, headers object of header name to string, content string)",
      "inbound",
      policy.inbound[0]?.actions[1],
    ],
    ["deny (status_code integer)", "inbound", policy.inbound[1]?.actions[0]],
    ["compress-response (algorithms, list of strings)", "outbound", rule?.actions[0]],
  ])("Action types and their config keys seen: %s", async (_what, direction, action) => {
    const document = { [direction]: [{ name: "one", actions: [action] }] };
    expect(await stored(document)).toEqual(document);
  });

  test("Clients compare it as a JSON document, not as text: key order may differ and characters may be written as JSON unicode escapes.", async () => {
    const document = { outbound: [], inbound: [{ name: "<&>\u2028é", actions: [] as unknown[] }] };
    document.inbound[0]?.actions.push({ config: { status_code: 404 }, type: "deny" });
    expect(await stored(document)).toEqual(document);
  });
});

describe("Endpoint", () => {
  async function own(): Promise<JsonObject> {
    const { id } = await service.create({ hostports: [service.hostport], metadata: "of the edge" });
    const all = await service.list("/endpoints", "endpoints");
    return all.find(({ edge }) => (edge as { id: string } | undefined)?.id === id) ?? {};
  }

  test("id: unique endpoint identifier", async () => {
    await own();
    const ids = (await service.list("/endpoints", "endpoints")).map(({ id }) => id);
    expect(ids).toEqual(ids.map(() => expect.any(String)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("region: identifier of the region the endpoint belongs to", async () => {
    expect((await own())["region"]).toEqual(expect.any(String));
  });

  test("created_at: creation timestamp, RFC 3339", async () => {
    expect((await own())["created_at"]).toMatch(rfc3339);
  });

  test("updated_at: last update timestamp, RFC 3339", async () => {
    const { created_at, updated_at } = await own();
    expect(updated_at).toMatch(rfc3339);
    expect(Date.parse(String(updated_at))).toBeGreaterThanOrEqual(Date.parse(String(created_at)));
  });

  test("public_url: URL of the hostport served", async () => {
    const { public_url } = await own();
    expect(URL.canParse(String(public_url))).toBe(true);
    expect(public_url).toContain(service.hostport);
  });

  test("proto: one of http, https, tcp, tls", async () => {
    expect((await own())["proto"]).toBe("tcp");
    for (const { proto } of await service.list("/endpoints", "endpoints")) {
      expect(proto).toMatch(/^(https?|tcp|tls)$/);
    }
  });

  test("hostport: hostname:port served", async () => {
    expect((await own())["hostport"]).toBe(service.hostport);
  });

  test("type: ephemeral (served directly by an agent-initiated tunnel) or edge (served by an edge)", async () => {
    expect((await own())["type"]).toBe("edge");
  });

  test("metadata: user-supplied metadata of the associated tunnel or edge", async () => {
    expect((await own())["metadata"]).toBe("of the edge");
  });

  test.each([
    ["domain", "the domain reserved for this endpoint"],
    ["tcp_addr", "the address reserved for this endpoint"],
    ["tunnel", "the tunnel serving the endpoint, if ephemeral"],
    ["edge", "the edge serving the endpoint, if type is edge"],
  ])("%s: %s", async (key) => {
    await own();
    const all = await service.list("/endpoints", "endpoints");
    const present = all.filter((endpoint) => key in endpoint);
    expect(present).toEqual(
      present.map(() => expect.objectContaining({ [key]: expect.objectContaining(ref) })),
    );
    // What a service of others has, nobody knows. The emulator reserves neither domains nor
    // addresses, and says so on its page; that they are left out there is seen here.
    const types = [...new Set(present.map(({ type }) => type))];
    expect(types).toEqual(service.isEmulator ? onEmulator[key] : types);
  });

  const onEmulator: Readonly<Record<string, readonly string[]>> = {
    domain: [],
    tcp_addr: [],
    tunnel: ["ephemeral"],
    edge: ["edge"],
  };

  test("In the shown responses, fields that do not apply to an endpoint (for example tunnel on an edge endpoint, edge and domain on an ephemeral one) are left out of the object.", async () => {
    const endpoint = await own();
    expect(endpoint).toHaveProperty("edge");
    expect(endpoint).not.toHaveProperty("tunnel");
    const all = await service.list("/endpoints", "endpoints");
    const tunnels = all.filter(({ type }) => type === "ephemeral");
    expect(tunnels.filter((one) => "edge" in one || !("tunnel" in one))).toEqual([]);
  });
});

describe("Traffic policy module (route)", () => {
  test("enabled: true if applied to traffic, false to disable; default true if unspecified", async () => {
    expect((await service.replacePolicy({ value, enabled: false })).json["enabled"]).toBe(false);
    expect((await service.replacePolicy({ value, enabled: true })).json["enabled"]).toBe(true);
    expect((await service.replacePolicy({ value, enabled: false })).json["enabled"]).toBe(false);
    expect((await service.replacePolicy({ value })).json["enabled"]).toBe(true);
  });

  test("value: the traffic policy (see Traffic policy value)", async () => {
    expect(documentOf((await service.replacePolicy({ value })).json)).toEqual(policy);
  });
});

describe("Endpoints (operations)", () => {
  test("The id in a path is the identifier of the resource named in the section.", async () => {
    const [one, other] = [await service.create(), await service.create()];
    expect((await service.send("GET", edgePath(one.id))).json["id"]).toBe(one.id);
    expect((await service.send("GET", edgePath(other.id))).json["id"]).toBe(other.id);
  });

  test("Create TCP edge: POST /edges/tcp; 201, TCP edge", async () => {
    const edge = await service.create(everything());
    expect(edge).toMatchObject({
      description: "contract",
      metadata: '{"by":"contract"}',
      hostports: [service.hostport],
      backend: { enabled: false },
      ip_restriction: { enabled: false },
      traffic_policy: { enabled: false },
    });
  });

  test("Get TCP edge: GET /edges/tcp/{id}; 200, TCP edge", async () => {
    const edge = await service.create(everything());
    const { status, json } = await service.send("GET", edgePath(edge.id));
    expect({ status, json }).toEqual({ status: 200, json: edge });
  });

  test("List TCP edges: GET /edges/tcp; 200, object with tcp_edges (list of TCP edge), uri, next_page_uri", async () => {
    const edge = await service.create(everything());
    const { status, json } = await service.send("GET", "/edges/tcp");
    expect(status).toBe(200);
    expect(json).toMatchObject({ tcp_edges: expect.any(Array), uri: expect.any(String) });
    expect(["string", "object"]).toContain(typeof json["next_page_uri"]);
    expect(await service.list("/edges/tcp", "tcp_edges")).toContainEqual(edge);
  });

  test("List: uri is the URI of the list, next_page_uri the URI of the next page, or null when there is none", async () => {
    const ids = new Set<unknown>();
    for (let count = 0; count < 12; count++) ids.add((await service.create()).id);
    const { json } = await service.send("GET", "/edges/tcp");
    const again = await service.send("GET", String(json["uri"]));
    expect(again.json["tcp_edges"]).toEqual(json["tcp_edges"]);
    const all = (await service.list("/edges/tcp", "tcp_edges")).map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((id) => ids.has(id))).toHaveLength(12);
  });

  test("Update TCP edge: PATCH /edges/tcp/{id}; JSON with the same keys as create; all optional; 200, TCP edge", async () => {
    const edge = await service.create();
    const { status, json } = await service.send("PATCH", edgePath(edge.id), everything());
    expect(status).toBe(200);
    const { id, uri, created_at } = edge;
    expect(json).toEqual({ ...(await service.create(everything())), id, uri, created_at });
    const nothing = await service.send("PATCH", edgePath(edge.id), {});
    expect({ status: nothing.status, json: nothing.json }).toEqual({ status: 200, json });
  });

  test("Delete TCP edge: DELETE /edges/tcp/{id}; 204, no body", async () => {
    const { id } = await service.create();
    const { status, text } = await service.send("DELETE", edgePath(id));
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(await service.list("/edges/tcp", "tcp_edges")).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  test("List endpoints: GET /endpoints; 200, object with endpoints (all active endpoints on the account), uri (string), next_page_uri (string or null)", async () => {
    const { id } = await service.create({ hostports: [service.hostport] });
    const { status, json } = await service.send("GET", "/endpoints");
    expect(status).toBe(200);
    expect(json).toMatchObject({ endpoints: expect.any(Array), uri: expect.any(String) });
    expect(["string", "object"]).toContain(typeof json["next_page_uri"]);
    const own = expect.objectContaining({ edge: expect.objectContaining({ id }) });
    expect(await service.list("/endpoints", "endpoints")).toContainEqual(own);
  });

  test("Get endpoint: GET /endpoints/{id}; 200, Endpoint", async () => {
    await service.create({ hostports: [service.hostport] });
    for (const endpoint of await service.list("/endpoints", "endpoints")) {
      const path = `/endpoints/${encodeURIComponent(String(endpoint["id"]))}`;
      const { status, json } = await service.send("GET", path);
      expect({ status, json }).toEqual({ status: 200, json: endpoint });
    }
  });

  test("Replace HTTPS edge route traffic policy module: PUT; enabled (boolean, default true), value (string); 200, traffic policy module", async () => {
    const { status, json } = await service.replacePolicy({ value });
    expect({ status, json }).toEqual({
      status: 200,
      json: { enabled: true, value: expect.any(String) },
    });
  });

  test("Get HTTPS edge route traffic policy module: GET; 200, traffic policy module", async () => {
    const { json: replaced } = await service.replacePolicy({ enabled: false, value });
    const { status, json } = await service.send("GET", service.routePath());
    expect({ status, json }).toEqual({ status: 200, json: replaced });
  });

  test("Delete HTTPS edge route traffic policy module: DELETE; 204, no body", async () => {
    await service.replacePolicy({ value });
    const { status, text } = await service.send("DELETE", service.routePath());
    expect({ status, text }).toEqual({ status: 204, text: "" });
  });

  test("In the route operations, edge_id is the HTTPS edge identifier and id is the route identifier.", async () => {
    await service.replacePolicy({ value: '{"inbound":[]}' }, 0);
    await service.replacePolicy({ value: '{"outbound":[]}' }, 1);
    const documents = [0, 1].map(async (index) =>
      documentOf((await service.send("GET", service.routePath(index))).json),
    );
    expect(await Promise.all(documents)).toEqual([{ inbound: [] }, { outbound: [] }]);
  });
});

describe("Rules", () => {
  test("1. Create returns the new edge with id, uri and created_at set. Modules not supplied are null in the response, as are hostports.", async () => {
    expect(await service.create()).toMatchObject({
      id: expect.stringMatching(/./),
      uri: expect.stringMatching(/./),
      created_at: expect.stringMatching(rfc3339),
      hostports: null,
      backend: null,
      ip_restriction: null,
      traffic_policy: null,
    });
  });

  test.each([
    "description",
    "metadata",
    "hostports",
    "backend",
    "ip_restriction",
    "traffic_policy",
  ])("2. Update changes only the modules that are present in the body: %s", async (key) => {
    const input: JsonObject = {
      description: "another",
      metadata: "another",
      hostports: [],
      backend: { backend_id: service.backendId },
      ip_restriction: { ip_policy_ids: service.ipPolicyIds.slice(0, 1) },
      traffic_policy: { value: "{}" },
    };
    const before = await service.create(everything());
    const { json } = await service.send("PATCH", edgePath(before.id), { [key]: input[key] });
    expect(json[key]).not.toEqual(before[key]);
    expect({ ...json, [key]: before[key] }).toEqual(before);
  });

  test("2. Each module present replaces the stored module configuration completely.", async () => {
    const { id } = await service.create({
      ip_restriction: { enabled: false, ip_policy_ids: service.ipPolicyIds },
      traffic_policy: { enabled: false, value },
    });
    const [first = ""] = service.ipPolicyIds;
    const input = {
      ip_restriction: { ip_policy_ids: [first] },
      traffic_policy: { value: '{"outbound":[]}' },
    };
    const { json } = await service.send("PATCH", edgePath(id), input);
    const { ip_policies, enabled } = json["ip_restriction"] as JsonObject;
    expect({ enabled, ip_policies: [ip_policies].flat() }).toMatchObject({
      enabled: true,
      ip_policies: [{ id: first }],
    });
    expect(json["traffic_policy"]).toMatchObject({ enabled: true });
    expect(documentOf(json["traffic_policy"])).toEqual({ outbound: [] });
  });

  test("2. Update cannot remove a module", async () => {
    const before = await service.create(everything());
    for (const module of ["backend", "ip_restriction", "traffic_policy"]) {
      // Whether null is refused or ignored is not shown.
      await service.send("PATCH", edgePath(before.id), { [module]: null });
    }
    expect((await service.send("GET", edgePath(before.id))).json).toEqual(before);
  });

  test("3. Update returns the full edge after the change.", async () => {
    const { id } = await service.create(everything());
    const { json } = await service.send("PATCH", edgePath(id), { description: "changed" });
    expect((await service.send("GET", edgePath(id))).json).toEqual(json);
    expect(json["description"]).toBe("changed");
  });

  test("4. List operations return the envelope shown.", async () => {
    for (const [path, key] of [
      ["/edges/tcp", "tcp_edges"],
      ["/endpoints", "endpoints"],
    ] as const) {
      const { json } = await service.send("GET", path);
      expect(Object.keys(json)).toEqual(expect.arrayContaining([key, "uri", "next_page_uri"]));
    }
  });

  test("5. The route traffic policy operations act on a module of one route; the replace operation sets both enabled and value, and the delete operation removes the module and returns no body.", async () => {
    await service.replacePolicy({ enabled: false, value }, 0);
    await service.replacePolicy({ enabled: false, value }, 1);
    await service.replacePolicy({ value: "{}" }, 0);
    const read = async (index: number): Promise<JsonObject> =>
      (await service.send("GET", service.routePath(index))).json;
    expect(await read(0)).toEqual({ enabled: true, value: "{}" });
    expect(await read(1)).toMatchObject({ enabled: false });
    expect((await service.send("DELETE", service.routePath(0))).text).toBe("");
    expect((await read(0))["value"]).not.toBe("{}");
    expect(documentOf(await read(1))).toEqual(policy);
  });
});

describe("Authentication, errors and versioning", () => {
  test("Every request carries the header Authorization: Bearer <API_KEY>, where <API_KEY> is an API key of the account.", async () => {
    const { authorization, ...others } = service.headers;
    expect(authorization).toMatch(/^Bearer \S+$/);
    // The outcome of a missing key is not shown; a success would mean that it is not needed.
    expect((await service.send("GET", "/edges/tcp", undefined, others)).status).not.toBe(200);
    expect((await service.send("GET", "/edges/tcp")).status).toBe(200);
  });

  test("Only the success statuses listed under Endpoints are given: 200, 201 and 204.", async () => {
    const id = "there-is-no-such-thing";
    for (const [method, path, body] of [
      ["GET", edgePath(id), undefined],
      ["PATCH", edgePath(id), {}],
      ["DELETE", edgePath(id), undefined],
      ["GET", `/endpoints/${id}`, undefined],
      ["POST", "/edges/tcp", []],
      ["POST", "/edges/tcp", { traffic_policy: { value: 5 } }],
      ["PUT", service.routePath(), {}],
    ] as const) {
      const { status } = await service.send(method, path, body);
      expect([method, path, status >= 400]).toEqual([method, path, true]);
    }
  });

  test("Limits: description and metadata, on TCP edge create and update", async () => {
    const before = await service.create(everything());
    for (const input of [{ description: "é".repeat(128) }, { metadata: "é".repeat(2049) }]) {
      const { status } = await service.send("PATCH", edgePath(before.id), input);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await service.send("GET", edgePath(before.id))).json).toEqual(before);
  });

  test("Every request carries the header Service-Version: 2 (the constant value is 2).", async () => {
    const [, version] =
      Object.entries(service.headers).find(([name]) => name !== "authorization") ?? [];
    expect(version).toBe("2");
    expect((await service.send("GET", "/endpoints")).status).toBe(200);
  });
});
