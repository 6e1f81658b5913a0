import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiKey } from "../../api/api-key.ts";
import { passing } from "../../api/deploy/passing.ts";
import { answering } from "../../api/local-service.ts";
import { FaultyService, type Held } from "../deploying/faulty-service.ts";
import { projectOf, type Project } from "../project.ts";

// The command, the service and the sockets between them are the real ones. Only the clock is not.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const named = (name: string): string =>
  JSON.stringify({ inbound: [{ name, actions: [{ type: "deny" }] }] });
const held = (name: string): Held => ({ enabled: true, value: named(name) });
const places = { ssh: "/edges/tcp/edge_1", web: "/edges/https/e/routes/r/traffic_policy" };

const commands = {
  "edges update": {
    name: "ssh",
    args: ["edges", "update", "edge_1", "--policy", "new.json", "--no-lint", "--yes"],
    done: "the TCP edge edge_1 was updated",
    unclear: "reset",
  },
  "edges delete": {
    name: "ssh",
    args: ["edges", "delete", "edge_1", "--yes"],
    done: "the TCP edge edge_1 was deleted",
    unclear: { status: 500 },
  },
  "routes policy set": {
    name: "web",
    args: ["routes", "policy", "set", "e", "r", "--policy", "new.json", "--no-lint", "--yes"],
    done: "the traffic policy of the route r of the HTTPS edge e was written",
    unclear: { status: 503 },
  },
  "routes policy delete": {
    name: "web",
    args: ["routes", "policy", "delete", "e", "r", "--yes"],
    done: "the traffic policy of the route r of the HTTPS edge e was deleted",
    unclear: { status: 202 },
  },
} as const;

async function project(): Promise<{ service: FaultyService; run: Project["run"]; memory: string }> {
  const service = await FaultyService.start();
  const { folder, runIn } = projectOf({
    "traffic-policy.config.json": {
      service: { baseUrl: service.baseUrl },
      targets: {
        ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./old.json" },
        web: { kind: "https-route", edge: "e", route: "r", policy: "./old.json" },
      },
    },
    "old.json": named("old"),
    "new.json": named("new"),
  });
  service.reset({ [places.ssh]: held("old"), [places.web]: held("old") });
  const run: Project["run"] = (...args) =>
    passing(runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, ...args));
  return { service, run, memory: join(folder, ".traffic-policy/unknown-writes.json") };
}

describe.each(Object.entries(commands))("%s", (_command, { name, args, done, unclear }) => {
  test("is sent once, and unknown when nothing is seen of it", async () => {
    const { service, run, memory } = await project();
    service.begin(() => ({ moment: "never", answer: unclear, staleReads: 0 }));
    const { status, err } = await run(...args);
    expect(err).toMatch(
      new RegExp(`^error: It is unknown whether ${done}: .+ which may still arrive\\.$`, "m"),
    );
    expect(status).toBe(2);
    expect(service.writes).toHaveLength(1);
    expect(existsSync(memory)).toBe(true);
    service.begin();
    const next = await run("deploy", "--target", name, "--dry-run", "--no-lint");
    expect(next.err).toMatch(
      new RegExp(`^${name}: The service holds what was there before the \\w+ of`, "m"),
    );
  });

  test("is done when it is seen there, however late", async () => {
    const { service, run, memory } = await project();
    service.begin(() => ({ moment: 1500, answer: "reset", staleReads: 0 }));
    const { status, err } = await run(...args);
    expect(err).toMatch(/connection reset\. But the service holds what was sent\.$/m);
    expect(status).toBe(0);
    expect(service.writes).toHaveLength(1);
    expect(existsSync(memory)).toBe(false);
  });

  test("has failed when the service refused it", async () => {
    const { service, run, memory } = await project();
    const body = '{"error_code":"E","status_code":400,"msg":"No."}';
    service.begin(() => ({ moment: "never", answer: { status: 400, body }, staleReads: 0 }));
    const { status, err } = await run(...args);
    expect(err).toContain("error: The service refused the request (400): No.\n");
    expect(status).toBe(2);
    expect(existsSync(memory)).toBe(false);
  });

  test("is not sent when somebody else writes before it", async () => {
    const { service, run } = await project();
    service.readFaultOf = () => {
      queueMicrotask(() => service.hold(name === "ssh" ? places.ssh : places.web, held("theirs")));
      return "sound";
    };
    const { status, err } = await run(...args);
    expect(err).toMatch(/^error: Nothing was \w+: the stored policy has changed meanwhile\.$/m);
    expect(status).toBe(2);
    expect(service.writes).toEqual([]);
  });

  test("is unknown when it cannot be read, and says why", async () => {
    const { service, run } = await project();
    service.begin(() => {
      service.readFaultOf = () => ({ status: 501 });
      return { moment: "before", answer: { status: 502 }, staleReads: 0 };
    });
    const { status, err } = await run(...args);
    expect(err).toMatch(/ \(502\)\. Reading it failed as well: The service failed \(501\)\.$/m);
    expect(status).toBe(2);
  });
});

test("an update says what may still arrive of a deploy, and what has arrived", async () => {
  const { service, run, memory } = await project();
  service.hold(places.ssh, held("before"));
  service.begin(() => ({ moment: "never", answer: "reset", staleReads: 0 }));
  await run("deploy", "--yes", "--no-lint");
  service.begin();
  const { args } = commands["edges update"];
  expect((await run(...args)).err).toMatch(
    /^ssh: The service holds what was there before the deploy/m,
  );
  const disable = ["edges", "update", "edge_1", "--disabled", "--yes"];
  expect((await run(...disable)).err).toMatch(
    /^ssh: What the deploy of \S+ sent may still arrive,/m,
  );
  service.hold(places.ssh, held("old"));
  expect((await run(...args)).err).toMatch(/^ssh: The service holds what the deploy of \S+ sent,/m);
  expect(existsSync(memory)).toBe(false);
});

test("an edge whose creation got no answer may have been created, and is not created twice", async () => {
  const { service, run } = await project();
  service.begin(() => ({ moment: "never", answer: { status: 503 }, staleReads: 0 }));
  const { status, err } = await run("edges", "create", "--description", "a");
  expect(err).toContain(
    "error: It is unknown whether the TCP edge was created: The service failed (503).\n  help: Look for it",
  );
  expect(status).toBe(2);
  expect(service.writes).toHaveLength(1);
});

const fields = {
  description: "new",
  metadata: "x",
  hostports: ["a.example:1"],
  backend: { enabled: true, backend: { id: "b", uri: "https://api.example/b" } },
  ip_restriction: { enabled: true, ip_policies: [{ id: "p", uri: "https://api.example/p" }] },
};
test.each([undefined, ...Object.keys(fields)])(
  "of all that an update changes, each has to be seen: without %s",
  async (left) => {
    const edge = {
      id: "edge_1",
      created_at: "2026-01-01T00:00:00Z",
      uri: "https://api.example/edges/tcp/edge_1",
      hostports: null,
      backend: null,
      ip_restriction: null,
      traffic_policy: null,
    };
    const after = Object.entries(fields).filter(([field]) => field !== left);
    const { baseUrl } = await answering((response, { method }) => {
      if (method === "PATCH") response.writeHead(500).end();
      else response.end(JSON.stringify({ ...edge, ...Object.fromEntries(after) }));
    });
    const { runIn } = projectOf({});
    const modules = ["--hostport=a.example:1", "--backend=b", "--ip-policy=p"];
    const options = ["--description=new", "--metadata=x", ...modules];
    const { status } = await passing(
      runIn(
        { TRAFFIC_POLICY_API_KEY: apiKey, TRAFFIC_POLICY_BASE_URL: baseUrl },
        "edges",
        "update",
        "edge_1",
        ...options,
      ),
    );
    expect(status).toBe(left === undefined ? 0 : 2);
  },
);
