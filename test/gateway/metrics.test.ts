import { connect } from "node:net";
import { createServer } from "node:http";
import { once } from "node:events";
import fc from "fast-check";
import { Metrics, startMetrics, type ServedExchange } from "@traffic-policy/gateway";
import { expect, onTestFinished, test } from "vitest";
import { seeded } from "../seeded.ts";
import { ask, recordingUpstream, serve } from "./world.ts";

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const line =
  /^(?:# (?:HELP|TYPE) (?<told>\w+) \S.*|(?<name>\w+)(?:\{(?<inside>(?:\w+="(?:[^"\\]|\\["\\n])*",?)*)\})? (?<value>\d+(?:\.\d+)?(?:e-?\d+)?))$/;

/** Reads "Text-based format" of Prometheus's page about exposition formats, strictly. */
function samplesOf(text: string): Sample[] {
  const lines = text.split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.filter((one) => !line.test(one))).toEqual([]);
  const groups = lines.map((one) => line.exec(one)?.groups ?? {});
  const told = new Set(groups.flatMap((group) => group["told"] ?? []));
  const samples = groups.flatMap(({ name, inside = "", value }): Sample[] => {
    if (name === undefined) return [];
    const labels = Array.from(
      inside.matchAll(/(\w+)="((?:[^"\\]|\\["\\n])*)"/g),
      ([, label = "", written = ""]) =>
        [label, written.replaceAll(/\\(.)/g, (_all, one) => (one === "n" ? "\n" : one))] as const,
    );
    return [{ name, labels: Object.fromEntries(labels), value: Number(value) }];
  });
  const families = samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ""));
  expect(families.filter((name) => !told.has(name))).toEqual([]);
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]));
  expect(new Set(keys).size).toBe(keys.length);
  return samples;
}

const policy = {
  on_http_request: [
    {
      name: "Old API",
      expressions: ["req.url.path.startsWith('/v1/')"],
      actions: [{ type: "custom-response", config: { status_code: 410 } }],
    },
    {
      expressions: ["req.url.path == '/fails' && req.headers['x-none'][0] == 'a'"],
      actions: [{ type: "deny" }],
    },
    {
      name: "Abroad",
      expressions: ["req.url.path == '/where' && conn.geo.country_code == 'NO'"],
      actions: [{ type: "deny" }],
    },
  ],
};

test("exchanges are counted by outcome and status, rules by name, also those that never match", async () => {
  const metrics = new Metrics();
  const { url } = await recordingUpstream();
  const { gateway } = await serve(policy, url, { onExchange: (served) => metrics.observe(served) });
  for (const path of ["/", "/", "/v1/a", "/fails", "/where"]) await ask(gateway.url + path);
  const samples = samplesOf(metrics.text(3));
  const of = (name: string): [string, number][] =>
    samples
      .filter((sample) => sample.name === `traffic_policy_${name}`)
      .map(({ labels, value }) => [Object.values(labels).join(" "), value]);
  expect(of("exchanges_total")).toEqual([
    ["forwarded 200", 2],
    ["answered 410", 1],
    ["failed 500", 1],
    ["unknown 501", 1],
  ]);
  expect(of("rule_matches_total")).toEqual([
    ["on_http_request Old API", 1],
    ["on_http_request /on_http_request/1", 0],
    ["on_http_request Abroad", 0],
  ]);
  expect(of("exchange_duration_seconds_count")).toEqual([["", 5]]);
  expect(of("open_exchanges")).toEqual([["", 3]]);
});

/** An exchange with these rules; the rest is of no matter for metrics. */
function exchangeWith(
  names: readonly string[],
  more: Partial<ServedExchange> = {},
): ServedExchange {
  const rules = names.map((name, index) => ({
    name,
    path: `/on_http_request/${index}`,
    direction: "on_http_request",
  }));
  const outcome = {
    result: "forwarded",
    rules,
    matched: rules,
  } as unknown as ServedExchange["outcome"];
  return { part: "whole", outcome, status: 200, milliseconds: 1, ...more } as ServedExchange;
}

test("any name of a rule is one value of a label", () => {
  seeded(
    fc.property(
      fc.uniqueArray(
        fc.string({ unit: fc.oneof(fc.string(), fc.constantFrom("\\", '"', "\n", "{", "}")) }),
        {
          maxLength: 4,
        },
      ),
      (names) => {
        const metrics = new Metrics();
        metrics.observe(exchangeWith(names), 'https://a.example/"');
        const matches = samplesOf(metrics.text(0)).filter(({ name }) =>
          name.endsWith("matches_total"),
        );
        expect(matches.map(({ labels }) => labels["rule"])).toEqual(names);
        for (const { labels } of matches) expect(labels["endpoint"]).toBe('https://a.example/"');
      },
    ),
  );
});

test("the durations are a histogram: buckets grow to the count, and the sum is in seconds", () => {
  seeded(
    fc.property(fc.array(fc.double({ min: 0, max: 20_000, noNaN: true })), (times) => {
      const metrics = new Metrics();
      for (const milliseconds of times) metrics.observe(exchangeWith([], { milliseconds }));
      const samples = samplesOf(metrics.text(0)).filter(({ name }) => name.includes("duration"));
      for (const { name, labels, value } of samples) {
        if (!name.endsWith("_bucket")) continue;
        const limit = labels["le"] === "+Inf" ? Infinity : Number(labels["le"]);
        expect(value).toBe(times.filter((time) => time / 1000 <= limit).length);
      }
      const [sum, count] = samples.slice(-2);
      expect(sum?.value).toBeCloseTo(
        times.reduce((all, time) => all + time / 1000, 0),
        6,
      );
      expect(count?.value).toBe(times.length);
    }),
  );
});

test("a connection is counted once, when it has ended", () => {
  const metrics = new Metrics();
  metrics.observe(exchangeWith(["a"], { part: "beginning" }));
  expect(metrics.text(1)).toContain("traffic_policy_exchange_duration_seconds_count 0\n");
  metrics.observe(exchangeWith(["a"], { part: "end" }));
  expect(metrics.text(0)).toContain("traffic_policy_exchange_duration_seconds_count 1\n");
});

test("the server has two pages, answers only this machine, and says that it stops", async () => {
  const server = await startMetrics({ port: 0, text: () => "a 1\n" });
  onTestFinished(() => server.close());
  const { url } = server;
  const metrics = await ask(`${url}/metrics?a`);
  expect([metrics.status, metrics.body.toString()]).toEqual([200, "a 1\n"]);
  expect(metrics.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status;
  expect(await statusOf(`${url}/metrics`, { method: "HEAD" })).toBe(200);
  expect(await statusOf(`${url}/metrics`, { method: "POST" })).toBe(405);
  expect(await statusOf(`${url}/constructor`)).toBe(404);
  expect(await statusOf(url.replace("127.0.0.1", "localhost") + "/health")).toBe(200);
  expect(await statusOf(`${url}/health`, { headers: { host: "evil.example" } })).toBe(403);
  server.stopping();
  expect(await statusOf(`${url}/health`)).toBe(503);
  expect(await statusOf(`${url}/metrics`)).toBe(200);
});

test("it closes although a client keeps its connection", async () => {
  const server = await startMetrics({ port: 0, text: () => "" });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  await once(socket, "connect");
  server.close();
  await once(socket.resume(), "close");
  expect(socket.closed).toBe(true);
});

test("a port that is in use, and an address that others reach, are refused", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  await expect(startMetrics({ port, text: () => "" })).rejects.toThrow(
    `The port ${port} is already in use.`,
  );
  await expect(startMetrics({ port: 0, host: "0.0.0.0", text: () => "" })).rejects.toThrow(
    'does not listen on "0.0.0.0"',
  );
});
