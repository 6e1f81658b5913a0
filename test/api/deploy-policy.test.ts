import {
  Cancelled,
  ConnectionFailed,
  deployPolicy,
  DeploymentError,
  InvalidRequest,
  NotFound,
  pushPolicy,
  readPolicy,
  ServiceFailure,
  Timeout,
  type Client,
} from "@traffic-policy/api";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { expectNoKey } from "./api-key.ts";
import {
  answering,
  clientOf,
  emulated,
  forward,
  nobody,
  type ReceivedRequest,
} from "./local-service.ts";
import { denying, targets, tcpEdge } from "./targets.ts";

/** What a broken line does with one request to the emulator behind it. */
type Line = (request: ReceivedRequest, response: ServerResponse, upstream: string) => Promise<void>;

const sound: Line = (request, response, upstream) => forward(request, upstream, response);

/** An emulator behind a line that treats the requests, in their order, as told. */
async function behind(
  ...lines: readonly Line[]
): Promise<{ direct: Client; client: Client; received: ReceivedRequest[] }> {
  const { client: direct, baseUrl: upstream } = await emulated("edge_1");
  const { baseUrl, received } = await answering(async (response, request) => {
    await (lines[received.length - 1] ?? sound)(request, response, upstream);
  });
  return { direct, client: clientOf(baseUrl, { timeouts: { total: 2000 } }), received };
}

function methods(received: readonly ReceivedRequest[]): string[] {
  return received.map(({ method }) => (method === "GET" ? "read" : "write"));
}

const lost: Line = async (_request, response) => void response.socket?.resetAndDestroy();
const arrivedButAnswerLost: Line = async (request, response, upstream) => {
  await forward(request, upstream);
  response.socket?.resetAndDestroy();
};
const arrivedButNoAnswer: Line = (request, _response, upstream) => forward(request, upstream);
const broken: Line = async (_request, response) => void response.writeHead(503).end();
const refused: Line = async (_request, response) => void response.writeHead(400).end();
const arrivedButBroken: Line = async (request, response, upstream) => {
  await forward(request, upstream);
  response.writeHead(502).end();
};
const ignored: Line = async (request, response) => {
  const { traffic_policy, ...module } = JSON.parse(request.body) as Record<string, unknown>;
  const edge = {
    id: "edge_1",
    created_at: "2026-01-01T00:00:00Z",
    uri: "https://api.example.com/edges/tcp/edge_1",
    hostports: null,
    backend: null,
    ip_restriction: null,
    traffic_policy,
  };
  response.end(JSON.stringify(traffic_policy === undefined ? module : edge));
};

describe.each(targets)("%s", (_kind, target) => {
  test("the first policy is applied and verified", async () => {
    const { client, received } = await behind();
    const deployment = await deployPolicy(client, target, denying(403));
    expect(deployment).toMatchObject({
      outcome: "applied",
      verified: true,
      changes: [{ kind: "added", path: "/inbound/0" }],
    });
    expect(deployment.error).toBeUndefined();
    expect(methods(received)).toEqual(["read", "write", "read"]);
    expect(await readPolicy(client, target)).toMatchObject({ enabled: true });
  });

  test("another policy is applied and verified", async () => {
    const { direct, client } = await behind();
    await pushPolicy(direct, target, denying(403));
    expect(await deployPolicy(client, target, denying(404, false))).toMatchObject({
      outcome: "applied",
      verified: true,
      changes: [{ kind: "enabled" }, { kind: "changed", before: 403, after: 404 }],
    });
  });

  test("an identical policy is not written", async () => {
    const { direct, client, received } = await behind();
    await pushPolicy(direct, target, denying(403));
    expect(await deployPolicy(client, target, denying(403))).toEqual({
      outcome: "unchanged",
      verified: true,
      changes: [],
    });
    expect(methods(received)).toEqual(["read"]);
  });

  test("an equivalent policy is not written", async () => {
    const { direct, client, received } = await behind();
    await pushPolicy(direct, target, { document: { inbound: [] }, enabled: true });
    const local = { document: { outbound: null }, enabled: true };
    expect(await deployPolicy(client, target, local)).toMatchObject({ outcome: "unchanged" });
    expect(methods(received)).toEqual(["read"]);
  });

  test("an error before the write: failed, and nothing is written", async () => {
    const { client, received } = await behind(broken);
    expect(await deployPolicy(client, target, denying(403))).toMatchObject({
      outcome: "failed",
      verified: false,
      changes: [],
      error: expect.any(ServiceFailure),
    });
    expect(methods(received)).toEqual(["read"]);
  });

  test("a refused write: failed, and nothing more is asked", async () => {
    const { client, received } = await behind(sound, refused);
    expect(await deployPolicy(client, target, denying(403))).toMatchObject({
      outcome: "failed",
      verified: false,
      error: expect.any(InvalidRequest),
    });
    expect(methods(received)).toEqual(["read", "write"]);
  });

  test("a write that was lost on its way: failed, and it is not repeated", async () => {
    const { direct, client, received } = await behind(sound, lost);
    await pushPolicy(direct, target, denying(403));
    expect(await deployPolicy(client, target, denying(404))).toMatchObject({
      outcome: "failed",
      verified: false,
      changes: [{ kind: "changed" }],
      error: expect.any(ConnectionFailed),
    });
    expect(methods(received)).toEqual(["read", "write", "read"]);
  });

  test("a first write that was lost on its way: failed", async () => {
    const { client } = await behind(sound, lost);
    expect(await deployPolicy(client, target, denying(404))).toMatchObject({
      outcome: "failed",
      error: expect.any(ConnectionFailed),
    });
  });

  test.each([
    ["lost", arrivedButAnswerLost],
    ["replaced by an error", arrivedButBroken],
  ])("a write whose answer was %s: applied", async (_what, line) => {
    const { client, received } = await behind(sound, line);
    const deployment = await deployPolicy(client, target, denying(404));
    expect(deployment).toMatchObject({ outcome: "applied", verified: true });
    expect(deployment.error).toBeUndefined();
    expect(methods(received)).toEqual(["read", "write", "read"]);
  });

  test("a write that is never answered: reading tells that it was applied", async () => {
    const { client } = await behind(sound, arrivedButNoAnswer);
    expect(await deployPolicy(client, target, denying(404))).toMatchObject({
      outcome: "applied",
      verified: true,
    });
  });

  test("a write without an answer, and no reading either: unknown", async () => {
    const { client } = await behind(sound, arrivedButAnswerLost, broken);
    const { outcome, verified, error } = await deployPolicy(client, target, denying(404));
    expect([outcome, verified]).toEqual(["unknown", false]);
    expect(error).toBeInstanceOf(DeploymentError);
    expect(error?.message).toMatch(
      /^Nobody can tell whether the policy was written: The connection/,
    );
    expect(error?.message).toMatch(/Reading it failed as well: The service failed \(503\)\.$/);
    expectNoKey(error);
  });

  test("a write without an answer, and a third policy there: unknown", async () => {
    const { direct, client } = await behind(sound, async (_request, response) => {
      await pushPolicy(direct, target, denying(405));
      response.socket?.resetAndDestroy();
    });
    const { outcome, error } = await deployPolicy(client, target, denying(404));
    expect(outcome).toBe("unknown");
    expect(error?.message).toMatch(/neither the old policy nor the new one/);
  });

  test("a write that cannot be read back: applied, not verified, and it says so", async () => {
    const { client } = await behind(sound, sound, broken);
    const { outcome, verified, error } = await deployPolicy(client, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error?.message).toBe(
      "The policy was written, but could not be read back: The service failed (503).",
    );
  });

  test("a write that did nothing: applied, not verified, and it says so", async () => {
    const { direct, client } = await behind(sound, ignored);
    await pushPolicy(direct, target, denying(403));
    const { outcome, verified, error } = await deployPolicy(client, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error?.message).toBe("The policy was written, but the service holds a different one.");
  });

  test("a first write that did nothing: applied, not verified, and it says so", async () => {
    const { client } = await behind(sound, ignored);
    const { outcome, verified, error } = await deployPolicy(client, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error?.message).toBe("The policy was written, but the service holds none.");
  });

  test("cancelled before the write: failed", async () => {
    const { client, received } = await behind();
    const signal = AbortSignal.abort();
    expect(await deployPolicy(client, target, denying(404), { signal })).toMatchObject({
      outcome: "failed",
      error: expect.any(Cancelled),
    });
    expect(received).toEqual([]);
  });

  test("cancelled during the write: unknown", async () => {
    const controller = new AbortController();
    const { client } = await behind(sound, async () => controller.abort());
    const { signal } = controller;
    expect(await deployPolicy(client, target, denying(404), { signal })).toMatchObject({
      outcome: "unknown",
      verified: false,
      error: { cause: expect.any(Cancelled) },
    });
  });
});

test("a TCP edge that does not exist: failed", async () => {
  const { client } = await emulated();
  expect(await deployPolicy(client, tcpEdge, denying(404))).toMatchObject({
    outcome: "failed",
    error: expect.any(NotFound),
  });
});

test("a service that is not there: failed", async () => {
  const client = clientOf(await nobody());
  expect(await deployPolicy(client, tcpEdge, denying(404))).toMatchObject({
    outcome: "failed",
    error: { name: "ConnectionFailed", effect: "none" },
  });
});

test("a service that never answers: failed", async () => {
  const { baseUrl } = await answering(() => undefined);
  const client = clientOf(baseUrl, { timeouts: { total: 500 } });
  expect(await deployPolicy(client, tcpEdge, denying(404))).toMatchObject({
    outcome: "failed",
    error: expect.any(Timeout),
  });
});

test("a programming error is thrown", async () => {
  const { client } = await emulated("edge_1");
  const circular: unknown[] = [];
  circular.push(circular);
  const local = { document: { inbound: circular as [] }, enabled: true };
  await expect(deployPolicy(client, tcpEdge, local)).rejects.toThrow(RangeError);
});
