import { InvalidRequest, NotFound, UnexpectedResponse } from "@traffic-policy/api";
import {
  parseJson,
  serialize,
  type PolicyDocument,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { pushPolicy } from "../../packages/api/src/policy/push-policy.ts";
import { readPolicy } from "../../packages/api/src/policy/read-policies.ts";
import { failing } from "./failing.ts";
import { answering, clientOf, emulated } from "./local-service.ts";
import { denying, httpsRoute, targets, tcpEdge } from "./targets.ts";

const edge = {
  id: "edge_1",
  created_at: "2026-01-01T00:00:00Z",
  uri: "https://api.example.com/edges/tcp/edge_1",
  hostports: null,
  backend: null,
  ip_restriction: null,
};

describe.each(targets)("%s", (_kind, target) => {
  test("without a policy reads as nothing", async () => {
    const { client } = await emulated("edge_1");
    expect(await readPolicy(client, target)).toBeUndefined();
  });

  test("what is pushed is what is read", async () => {
    const { client } = await emulated("edge_1");
    const pushed = await pushPolicy(client, target, denying(403, false));
    expect(pushed).toMatchObject({ enabled: false });
    expect(serialize(pushed.document)).toBe(
      '{"inbound":[{"actions":[{"config":{"status_code":403},"type":"deny"}],"name":"Deny <&>"}]}',
    );
    expect(pushed.value).toContain("Deny \\u003c\\u0026\\u003e");
    expect(await readPolicy(client, target)).toEqual(pushed);
  });

  test("the author's order and all digits are sent", async () => {
    const text = '{"outbound":[],"inbound":[{"name":"b","actions":[],"x":1234567890123456789.10}]}';
    const document = parseJson(text).value as JsonValue;
    const { baseUrl, received } = await answering((response) => void response.writeHead(500).end());
    await pushPolicy(clientOf(baseUrl), target, { document, enabled: true }).catch(() => undefined);
    const sent = JSON.parse(received[0]?.body ?? "") as Record<string, Record<string, unknown>>;
    expect((sent["traffic_policy"] ?? sent)["value"]).toBe(text);
  });

  test.each([
    ["cut", '{"inbound":[', undefined, /not a JSON document: A list is not closed/],
    ["a key twice", '{"inbound":[],"inbound":[]}', undefined, /is defined twice/],
    ["empty", "", undefined, /not a JSON document: It is empty/],
    ["any text", "error: none", undefined, /not a JSON document: This is not a JSON value/],
    ["too deep", "[".repeat(10_000), undefined, /nested deeper/],
    ["YAML", "inbound: [] # none", { inbound: [] }, /^The stored policy is YAML, not JSON\.$/],
    ["JSON", '{"inbound":[]}', { inbound: [] }, /^none$/],
  ])(
    "a stored text that is %s is read as far as it can be",
    async (_what, value, document, note) => {
      const module = { enabled: true, value };
      const { baseUrl } = await answering((response) => {
        const answer = target.kind === "tcp-edge" ? { ...edge, traffic_policy: module } : module;
        response.end(JSON.stringify(answer));
      });
      const stored = await readPolicy(clientOf(baseUrl), target);
      expect(stored).toEqual({ enabled: true, value, document, note: stored?.note });
      expect(stored?.note ?? "none").toMatch(note);
    },
  );

  test("a document that is no object is not pushed", async () => {
    const { client } = await emulated("edge_1");
    const push = pushPolicy(client, target, { document: ["inbound"], enabled: true });
    expect((await failing(InvalidRequest, push)).effect).toBe("none");
    expect(await readPolicy(client, target)).toBeUndefined();
  });

  test.each([null, "{}", 5])("%j is not pushed by JavaScript either", async (policy) => {
    const { client } = await emulated("edge_1");
    const push = client.pushPolicy(target, policy as unknown as object as PolicyDocument);
    expect((await failing(InvalidRequest, push)).effect).toBe("none");
  });
});

test("a TCP edge that does not exist is NotFound, with help", async () => {
  const { client } = await emulated();
  for (const promise of [readPolicy(client, tcpEdge), pushPolicy(client, tcpEdge, denying(403))]) {
    expect((await failing(NotFound, promise)).help).toMatch(/identifiers/);
  }
});

test("only the policy of a TCP edge is changed", async () => {
  const { client } = await emulated();
  const input = { description: "ssh", backend: { backend_id: "b_1" }, hostports: ["a.example:22"] };
  const { traffic_policy: _none, ...rest } = await client.tcpEdges.create(input);
  await pushPolicy(client, tcpEdge, denying(403));
  expect(await client.tcpEdges.get("edge_1")).toMatchObject(rest);
});

test("an edge that answers the pushed policy with none is unexpected", async () => {
  const { baseUrl } = await answering((response) => {
    response.end(JSON.stringify({ ...edge, traffic_policy: null }));
  });
  const push = pushPolicy(clientOf(baseUrl), tcpEdge, denying(403));
  expect(await failing(UnexpectedResponse, push)).toMatchObject({
    field: "traffic_policy",
    effect: "possible",
  });
});

test("a route that cannot be read for another reason is not taken for one without a policy", async () => {
  const { baseUrl } = await answering((response) => void response.writeHead(200).end("{}"));
  const error = await failing(UnexpectedResponse, readPolicy(clientOf(baseUrl), httpsRoute));
  expect(error.field).toBe("enabled");
});
