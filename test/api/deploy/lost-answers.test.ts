import type { ServerResponse } from "node:http";
import {
  Cancelled,
  ConnectionFailed,
  deployPlan,
  DeploymentError,
  Forbidden,
  InvalidRequest,
  makePlan,
  NotAsWritten,
  RateLimited,
  TargetSkipped,
  ServiceFailure,
  Timeout,
  UnexpectedResponse,
  type Client,
  type DeployOptions,
  type ParsedPolicy,
  type Target,
  type TargetDeployment,
} from "@traffic-policy/api";
import { cloudVersionHeader } from "@traffic-policy/emulator";
import { describe, expect, test } from "vitest";
import { pushPolicy } from "../../../packages/api/src/policy/push-policy.ts";
import { expectNoKey } from "../api-key.ts";
import {
  answering,
  clientOf,
  emulated,
  forward,
  nobody,
  type ReceivedRequest,
} from "../local-service.ts";
import { allTargets, denyingFor, tcpEdge } from "../targets.ts";

/** What a broken line does with one request to the emulator behind it. */
type Line = (request: ReceivedRequest, response: ServerResponse, upstream: string) => Promise<void>;

const sound: Line = (request, response, upstream) => forward(request, upstream, response);

/** An emulator behind a line that treats the requests, in their order, as told. */
async function behind(
  ...lines: readonly Line[]
): Promise<{ direct: Client; client: Client; received: ReceivedRequest[]; baseUrl: string }> {
  const { client: direct, baseUrl: upstream } = await emulated("edge_1", "edge_2");
  const { baseUrl, received } = await answering(async (response, request) => {
    await (lines[received.length - 1] ?? sound)(request, response, upstream);
  });
  // Only where nothing is answered: on a busy machine, other answers take as long as they take.
  const timeouts = lines.some((line) => unanswered.has(line)) ? { total: 1000 } : {};
  const client = clientOf(baseUrl, { timeouts, versionHeader: cloudVersionHeader });
  return { direct, client, received, baseUrl };
}

/** Plans over a sound line, and carries out over the broken one. */
async function deploy(
  { direct, client }: { readonly direct: Client; readonly client: Client },
  target: Target,
  { document, enabled }: ParsedPolicy,
  options: DeployOptions = {},
): Promise<TargetDeployment> {
  const local = { enabled, value: JSON.stringify(document) };
  const plan = await makePlan(direct, [{ name: "web", target, local }]);
  const [deployment] = await deployPlan(client, plan.targets, options);
  if (deployment === undefined) throw new Error("There is no deployment.");
  expectNoKey(deployment.error);
  return deployment;
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
const silent: Line = async () => undefined;
const unanswered = new Set([arrivedButNoAnswer, silent]);
const broken: Line = async (_request, response) => void response.writeHead(503).end();
const ownError = '{"error_code":"E","status_code":400,"msg":"No."}';
const refused: Line = async (_request, response) => void response.writeHead(400).end(ownError);
const failed: Line = async (_request, response) => void response.writeHead(500).end(ownError);
const limited: Line = async (_request, response) => void response.writeHead(429).end(ownError);
const passedOn: Line = async (_request, response) => void response.writeHead(502).end(ownError);
const notOfService: Line = async (_request, response) =>
  void response.writeHead(403).end("<html><title>Blocked</title></html>");
const notHttp: Line = async (_request, response) => void response.socket?.end("SSH-2.0\r\n");
const closed: Line = async (_request, response) => void response.socket?.end();
const signIn: Line = async (_request, response) => void response.end("<html></html>");
const elsewhere: Line = async (_request, response) =>
  void response.writeHead(307, { location: "https://sign-in.example" }).end();
const arrivedButBroken: Line = async (request, response, upstream) => {
  await forward(request, upstream);
  response.writeHead(502).end();
};
const gatewayTimeout: Line = async (_request, response) => void response.writeHead(504).end();
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
  const endpoint = {
    id: "ep_0",
    region: "local",
    created_at: edge.created_at,
    updated_at: edge.created_at,
    public_url: "https://a.example",
    proto: "https",
    hostport: "a.example:443",
    type: "cloud",
    traffic_policy,
  };
  const changed = request.url.startsWith("/endpoints/") ? endpoint : edge;
  response.end(JSON.stringify(traffic_policy === undefined ? module : changed));
};

describe.each(allTargets)("%s", (_kind, target) => {
  const denying = denyingFor(target);

  test("an error before the write: failed, and nothing is written", async () => {
    const service = await behind(broken);
    expect(await deploy(service, target, denying(403))).toMatchObject({
      outcome: "failed",
      verified: false,
      error: expect.any(ServiceFailure),
    });
    expect(methods(service.received)).toEqual(["read"]);
  });

  test("a refused write: failed, and nothing more is asked", async () => {
    const service = await behind(sound, refused);
    expect(await deploy(service, target, denying(403))).toMatchObject({
      outcome: "failed",
      verified: false,
      error: expect.any(InvalidRequest),
    });
    expect(methods(service.received)).toEqual(["read", "write"]);
  });

  test("a write that the service failed at, and the old policy there: unknown, and it is not repeated", async () => {
    const service = await behind(sound, failed);
    await pushPolicy(service.direct, target, denying(403));
    expect(await deploy(service, target, denying(404))).toMatchObject({
      outcome: "unknown",
      verified: false,
      changes: [{ kind: "changed" }],
      error: { cause: expect.any(ServiceFailure) },
    });
    expect(methods(service.received)).toEqual(["read", "write", "read"]);
  });

  test("a write that may have had an effect is not repeated by a client that repeats", async () => {
    const service = await behind(sound, lost, sound);
    const client = clientOf(service.baseUrl, {
      retries: { attempts: 4, firstDelay: 1 },
      versionHeader: cloudVersionHeader,
    });
    const options = { direct: service.direct, client };
    expect(await deploy(options, target, denying(404))).toMatchObject({ outcome: "unknown" });
    expect(methods(service.received)).toEqual(["read", "write", "read", "read", "read", "read"]);
  });

  test("a first write that was lost on its way: unknown, it may still arrive", async () => {
    const service = await behind(sound, lost);
    expect(await deploy(service, target, denying(404))).toMatchObject({
      outcome: "unknown",
      error: { cause: expect.any(ConnectionFailed) },
    });
  });

  test.each([
    ["lost", arrivedButAnswerLost],
    ["replaced by an error", arrivedButBroken],
    ["never given", arrivedButNoAnswer],
  ])("a write whose answer was %s, and the new policy there: applied", async (_what, line) => {
    const service = await behind(sound, line);
    const deployment = await deploy(service, target, denying(404));
    expect(deployment).toMatchObject({ outcome: "applied", verified: true });
    expect(deployment).not.toHaveProperty("error");
    expect(methods(service.received)).toEqual(["read", "write", "read"]);
  });

  test.each([
    ["nobody waited for any longer", silent, Timeout],
    ["a proxy waited for no longer", gatewayTimeout, ServiceFailure],
    ["a proxy gave in its place (503)", broken, ServiceFailure],
    ["the service gave (500)", failed, ServiceFailure],
    ["asks to wait (429)", limited, RateLimited],
    ["a proxy gave in the service's own form (502)", passedOn, ServiceFailure],
    ["something else gave (403)", notOfService, Forbidden],
    ["something else gave (200)", signIn, UnexpectedResponse],
    ["is a redirect", elsewhere, UnexpectedResponse],
    ["is not HTTP", notHttp, UnexpectedResponse],
    ["was reset", lost, ConnectionFailed],
    ["was never begun", closed, ConnectionFailed],
  ])(
    "a write whose answer %s, and the old policy there: unknown, it may still arrive",
    async (_what, line, kind) => {
      const service = await behind(sound, line);
      await pushPolicy(service.direct, target, denying(403));
      const { outcome, error } = await deploy(service, target, denying(404));
      expect(outcome).toBe("unknown");
      expect(error?.message).toMatch(
        /The service still holds what was there before, and what was sent may still arrive\.$/,
      );
      expect(error?.cause).toBeInstanceOf(kind);
    },
  );

  test("a write without an answer, and no reading either: unknown", async () => {
    const service = await behind(sound, arrivedButAnswerLost, broken);
    const { outcome, verified, error } = await deploy(service, target, denying(404));
    expect([outcome, verified]).toEqual(["unknown", false]);
    expect(error).toBeInstanceOf(DeploymentError);
    expect(error?.message).toMatch(/^It is unknown whether the policy was written: The connection/);
    expect(error?.message).toMatch(/Reading it failed as well: The service failed \(503\)\.$/);
  });

  test("a write without an answer, and a third policy there: unknown", async () => {
    const service = await behind(sound, async (_request, response) => {
      await pushPolicy(service.direct, target, denying(405));
      response.socket?.resetAndDestroy();
    });
    const { outcome, error } = await deploy(service, target, denying(404));
    expect(outcome).toBe("unknown");
    expect(error?.message).toMatch(/neither the old policy nor the new one/);
  });

  test("a write that cannot be read back: applied, not verified, and it says so", async () => {
    const service = await behind(sound, sound, broken);
    const { outcome, verified, error } = await deploy(service, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error?.message).toBe(
      "The policy was written, but could not be read back: The service failed (503).",
    );
  });

  test("a write that did nothing: applied, not verified, and it says so with the difference", async () => {
    const service = await behind(sound, ignored);
    await pushPolicy(service.direct, target, denying(403));
    const { outcome, verified, error } = await deploy(service, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error).toBeInstanceOf(NotAsWritten);
    expect(error).toMatchObject({
      message: "The policy was written, but the service holds a different one.",
      changes: [{ kind: "changed", before: 404, after: 403 }],
    });
  });

  test("a first write that did nothing: applied, not verified, and it says so", async () => {
    const service = await behind(sound, ignored);
    const { outcome, verified, error } = await deploy(service, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error?.message).toBe("The policy was written, but the service holds none.");
  });

  test("another writer after the write: applied, not verified, with the difference", async () => {
    const service = await behind(sound, async (request, response, upstream) => {
      await forward(request, upstream);
      await pushPolicy(service.direct, target, denying(405));
      await forward({ ...request, method: "GET", body: "" }, upstream, response);
    });
    const { outcome, verified, error } = await deploy(service, target, denying(404));
    expect([outcome, verified]).toEqual(["applied", false]);
    expect(error).toMatchObject({ changes: [{ kind: "changed", before: 404, after: 405 }] });
  });

  test("cancelled before the write: skipped, and nothing is asked", async () => {
    const service = await behind();
    const signal = AbortSignal.abort();
    expect(await deploy(service, target, denying(404), { signal })).toMatchObject({
      outcome: "skipped",
      error: expect.any(TargetSkipped),
    });
    expect(service.received).toEqual([]);
  });

  test("cancelled during the write: unknown", async () => {
    const controller = new AbortController();
    const service = await behind(sound, async () => controller.abort());
    const { signal } = controller;
    expect(await deploy(service, target, denying(404), { signal })).toMatchObject({
      outcome: "unknown",
      verified: false,
      error: { cause: expect.any(Cancelled) },
    });
  });

  test("rollback: unknown, and then seen to be there: rolled back", async () => {
    const service = await behind(sound, arrivedButAnswerLost, broken);
    await pushPolicy(service.direct, target, denying(403));
    expect(await deploy(service, target, denying(404), { onFailure: "rollback" })).toMatchObject({
      outcome: "rolled-back",
      verified: true,
    });
    expect(methods(service.received).join(" ")).toBe("read write read read write read");
    expect(await service.direct.comparePolicy(target, denying(403).document as {})).toMatchObject({
      state: "identical",
    });
  });

  test("rollback: unknown, and then seen not to be there, but may arrive: unknown", async () => {
    const service = await behind(sound, lost, broken);
    await pushPolicy(service.direct, target, denying(403));
    expect(await deploy(service, target, denying(404), { onFailure: "rollback" })).toMatchObject({
      outcome: "unknown",
    });
  });

  test("rollback: unknown, and nothing to be read: unknown", async () => {
    const service = await behind(sound, arrivedButAnswerLost, broken, broken);
    expect(await deploy(service, target, denying(404), { onFailure: "rollback" })).toMatchObject({
      outcome: "unknown",
      error: { message: expect.stringContaining("It is unknown whether") },
    });
  });

  test("rollback: put back without an answer, and nothing to be read: unknown", async () => {
    const service = await behind(sound, sound, broken, sound, arrivedButAnswerLost, broken);
    await pushPolicy(service.direct, target, denying(403));
    expect(await deploy(service, target, denying(404), { onFailure: "rollback" })).toMatchObject({
      outcome: "unknown",
      verified: false,
    });
  });
});

describe("answers about another edge", () => {
  const another: Line = async (request, response, upstream) => {
    const { pathname } = new URL(request.url, upstream);
    const url = pathname.replace("edge_1", "edge_2");
    await forward({ ...request, url }, upstream, response);
  };
  const deployed = async (...lines: readonly Line[]): Promise<TargetDeployment> => {
    const service = await behind(sound, ...lines);
    await pushPolicy(service.direct, tcpEdge, denyingFor(tcpEdge)(403));
    return deploy(service, tcpEdge, denyingFor(tcpEdge)(404));
  };
  const message = expect.stringContaining('its "id" is not "edge_1"') as string;

  test("before the write: failed, and nothing is written", async () => {
    const service = await behind(another);
    expect(await deploy(service, tcpEdge, denyingFor(tcpEdge)(404))).toMatchObject({
      outcome: "failed",
      error: { message },
    });
    expect(methods(service.received)).toEqual(["read"]);
  });

  test("to the write: seen there, applied; otherwise unknown", async () => {
    const arrived: Line = async (request, response, upstream) => {
      await forward(request, upstream);
      await another({ ...request, method: "GET", body: "" }, response, upstream);
    };
    expect(await deployed(arrived)).toMatchObject({ outcome: "applied", verified: true });
    const lostToo: Line = (request, response, upstream) =>
      another({ ...request, method: "GET", body: "" }, response, upstream);
    expect(await deployed(lostToo)).toMatchObject({ outcome: "unknown", error: { message } });
  });

  test("to the reading after it: applied, but not verified", async () => {
    expect(await deployed(sound, another)).toMatchObject({
      outcome: "applied",
      verified: false,
      error: { message },
    });
  });
});

test("a service that is not there: failed", async () => {
  const { client: direct } = await emulated("edge_1");
  const client = clientOf(await nobody());
  expect(await deploy({ direct, client }, tcpEdge, denyingFor(tcpEdge)(404))).toMatchObject({
    outcome: "failed",
    error: { name: "ConnectionFailed", effect: "none" },
  });
});
