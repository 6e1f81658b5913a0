import { Agent } from "node:http";
import type { ReceivedRequest } from "@traffic-policy/emulator";
import { expect, test } from "vitest";
import { rawAnswer } from "./raw-answer.ts";
import { started } from "./requests.ts";

test("every request is told, with its operation, also one that fails", async () => {
  const requests: ReceivedRequest[] = [];
  const { send, setFaults } = await started({ onRequest: (request) => requests.push(request) });
  await send("POST", "/edges/tcp", "{");
  await send("GET", "/edges/tcp/edge%201?x=1", undefined, { authorization: "" });
  await send("PUT", "/edges/https/a/routes/b/traffic_policy", { value: "{}" });
  await send("GET", "/nowhere");
  await send("GET", "/edges/tcp/%zz?x=1");
  await send("GET", `/edges/tcp/${"a".repeat(3000)}`);
  setFaults({ faults: [{ fault: "reset-before-work" }] });
  await expect(send("DELETE", "/edges/tcp/edge_1")).rejects.toThrow("fetch failed");
  expect(requests.map(({ method, path, operation }) => [method, path, operation])).toEqual([
    ["POST", "/edges/tcp", "POST /edges/tcp"],
    ["GET", "/edges/tcp/edge%201?x=1", "GET /edges/tcp/{id}"],
    [
      "PUT",
      "/edges/https/a/routes/b/traffic_policy",
      "PUT /edges/https/{edge_id}/routes/{id}/traffic_policy",
    ],
    ["GET", "/nowhere", undefined],
    ["GET", "/edges/tcp/%zz?x=1", undefined],
    ["GET", `/edges/tcp/${"a".repeat(3000)}`, "GET /edges/tcp/{id}"],
    ["DELETE", "/edges/tcp/edge_1", "DELETE /edges/tcp/{id}"],
  ]);
});

test("requests of one connection have the same number", async () => {
  const requests: ReceivedRequest[] = [];
  const { baseUrl } = await started({ onRequest: (request) => requests.push(request) });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; count < 3; count++)
    await rawAnswer(baseUrl, "GET", "/x", undefined, { agent });
  await rawAnswer(baseUrl, "GET", "/x", undefined);
  agent.destroy();
  const [one, two, three, other] = requests.map(({ connection }) => connection);
  expect([two, three]).toEqual([one, one]);
  expect(other).not.toBe(one);
});
