import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { projectOf } from "../project.ts";

/** A service whose routes are not there, and how many requests it had at the same time. */
async function service(): Promise<{ baseUrl: string; most: () => number }> {
  let now = 0;
  let most = 0;
  const server = createServer((_request, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
    }, 20);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, most: () => most };
}

test.each([
  ["the configuration", [], 2],
  ["the option, over the configuration", ["--concurrency", "5"], 5],
])("%s limits how many targets are read at the same time", async (_, args, most) => {
  const at = await service();
  const target = { kind: "https-route", edge: "edge_1", policy: "web.json" };
  const targets = Array.from({ length: 20 }, (_item, index) => [
    `web-${index}`,
    { ...target, route: `route_${index}` },
  ]);
  const { runIn } = projectOf({
    "web.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
    "traffic-policy.config.json": {
      service: { baseUrl: at.baseUrl },
      limits: { concurrency: 2 },
      targets: Object.fromEntries(targets) as object,
    },
  });
  await runIn({ TRAFFIC_POLICY_API_KEY: "key" }, "plan", ...args);
  expect(at.most()).toBe(most);
});
