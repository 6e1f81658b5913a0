import { once } from "node:events";
import { createServer } from "node:http";
import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ask, listening, recordingUpstream } from "../../gateway/world.ts";
import { project, run, start } from "../command.ts";
import { Serving } from "./serving.ts";

const rules = [
  {
    name: "Closed",
    expressions: ["req.url.path == '/closed'"],
    actions: [{ type: "custom-response", config: { status_code: 404 } }],
  },
];
const files = { "web.json": JSON.stringify({ on_http_request: rules }) };

function addressIn(told: string): string {
  return /^Metrics: (http:\/\/127\.0\.0\.1:\d+)\/metrics and \/health\.$/m.exec(told)?.[1] ?? "";
}

test("--metrics counts on another port, which ends with the gateway; without it, there is none", async () => {
  const { url } = await recordingUpstream();
  const args = ["web.json", "--upstream", url];
  const serving = await Serving.start([...args, "--metrics", "0"], { cwd: project(files) });
  const address = addressIn(await serving.told("Press Ctrl-C"));
  await ask(`${serving.url}/closed`);
  // A page of the upstream stays one.
  expect((await ask(`${serving.url}/metrics`)).body.toString()).toBe("upstream");
  const { body } = await ask(`${address}/metrics`);
  expect(body.toString().match(/^traffic_policy_(?:exchanges|rule).*$/gm)).toEqual([
    'traffic_policy_exchanges_total{outcome="answered",status="404"} 1',
    'traffic_policy_exchanges_total{outcome="forwarded",status="200"} 1',
    'traffic_policy_rule_matches_total{section="on_http_request",rule="Closed"} 1',
  ]);
  expect(await serving.ended()).toBe(0);
  await expect(ask(`${address}/health`)).rejects.toThrow("ECONNREFUSED");

  const without = await Serving.start(args, { cwd: project(files) });
  expect(await without.told("Press Ctrl-C")).not.toContain("Metrics");
  expect(await without.ended()).toBe(0);
});

test("while a request is in progress, it is counted as open, and /health says that it stops", async () => {
  let answer = (): void => {};
  const upstream = createServer((_request, response) => {
    answer = () => void response.end("late");
  });
  const url = `http://127.0.0.1:${await listening(upstream)}`;
  const serving = await Serving.start(["web.json", "--upstream", url, "--metrics", "0"], {
    cwd: project(files),
  });
  const address = addressIn(await serving.told("Press Ctrl-C"));
  const asked = ask(`${serving.url}/slow`);
  const open = async (): Promise<string> => (await ask(`${address}/metrics`)).body.toString();
  await expect.poll(open).toContain("traffic_policy_open_exchanges 1\n");
  expect((await ask(`${address}/health`)).status).toBe(200);
  serving.child.kill("SIGTERM");
  await serving.told("Waiting for 1 request to end");
  expect((await ask(`${address}/health`)).status).toBe(503);
  answer();
  expect((await asked).body.toString()).toBe("late");
  await expect.poll(() => serving.child.exitCode).toBe(0);
});

test("with --site, each endpoint is a label", async () => {
  const { url } = await recordingUpstream();
  const agent = `version: 3
endpoints:
  - name: web
    url: https://a.example
    upstream: { url: ${url} }
    traffic_policy: ${files["web.json"]}
`;
  const cwd = project({ ...files, "ngrok.yml": agent });
  const site = await Serving.start(["ngrok.yml", "--site", "--metrics", "0"], { cwd });
  const address = addressIn(await site.told("Press Ctrl-C"));
  await ask(`${site.url}/closed`);
  expect((await ask(`${address}/metrics`)).body.toString()).toContain(
    'traffic_policy_exchanges_total{endpoint="https://a.example",outcome="answered",status="404"} 1',
  );
  expect(await site.ended()).toBe(0);
});

test("as JSON, the first line says where the metrics are; a port that is in use is refused", async () => {
  const { url } = await recordingUpstream();
  const cwd = project(files);
  const json = start(
    ["serve", "web.json", "--upstream", url, "--port", "0", "--metrics", "0", "--format", "json"],
    { cwd },
  );
  const [first] = (await once(json.stdout as Readable, "data")) as [Buffer];
  const { metrics } = JSON.parse(first.toString()) as { metrics: string };
  expect((await ask(`${metrics}/health`)).status).toBe(200);
  json.kill("SIGINT");
  await once(json, "exit");
  const busy = new URL(url).port;
  const args = ["serve", "web.json", "--upstream", url, "--port", "0", "--metrics"];
  const { status, err } = await run([...args, busy], { cwd });
  expect({ status, err }).toEqual({
    status: 2,
    err: `error: --metrics: The port ${busy} is already in use.\n  help: Choose another one, or 0 for any that is free.\n`,
  });
});
