import { createEmulator } from "@traffic-policy/emulator";
import { expect, test } from "vitest";
import { errorBody, started } from "./requests.ts";

test("the requests that are too many in a minute are answered with 429 and seconds", async () => {
  const { send, baseUrl } = await started({ requestsPerMinute: 3, tcpEdges: ["edge_1"] });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send("PATCH", "/edges/tcp/edge_1", { metadata: "m" })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
  const response = await fetch(`${baseUrl}/edges/tcp`, {
    headers: { authorization: "Bearer k", "service-version": "2" },
  });
  expect(await response.json()).toEqual(
    errorBody(429, "ERR_NGROK_226", "Too many requests; try again later."),
  );
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(60);
});

test("a request without the key does not count", async () => {
  const { send } = await started({ requestsPerMinute: 1 });
  const status = async (authorization: string): Promise<number> =>
    (await send("GET", "/edges/tcp", undefined, { authorization })).status;
  expect(await status("")).toBe(401);
  expect(await status("Bearer k")).toBe(200);
  expect(await status("Bearer k")).toBe(429);
});

test.each([0, -1, 1.5, Number.NaN])("%d requests per minute are refused", async (number) => {
  await expect(createEmulator({ requestsPerMinute: number })).rejects.toThrow(
    "requests per minute",
  );
});

test.each([0, 2.5])("a page of %d items is refused", async (number) => {
  await expect(createEmulator({ pageSize: number })).rejects.toThrow("page size");
});
