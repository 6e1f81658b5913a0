import { expect, test } from "vitest";
import { errorBody, started } from "./requests.ts";

const path = "/edges/https/edge_2/routes/route_1/traffic_policy";

test("the policy is replaced, read and deleted", async () => {
  const { send } = await started();
  const first = { enabled: false, value: '{"inbound":[]}' };
  expect(await send("PUT", path, first)).toEqual({ status: 200, body: first });
  expect(await send("GET", path)).toEqual({ status: 200, body: first });
  const second = { status: 200, body: { enabled: true, value: "{}" } };
  expect(await send("PUT", path, { value: "{}" })).toEqual(second);
  expect(await send("GET", path)).toEqual(second);
  expect(await send("DELETE", path)).toEqual({ status: 204, body: undefined });
  expect((await send("GET", path)).status).toBe(404);
});

test("a route without a policy is not found", async () => {
  const { send } = await started();
  const msg = "The route route_1 of the HTTPS edge edge_2 has no traffic policy.";
  const expected = { status: 404, body: errorBody(404, "not_found", msg) };
  expect(await send("GET", path)).toEqual(expected);
  expect(await send("DELETE", path)).toEqual(expected);
});

test("routes are told apart by both identifiers", async () => {
  const { send } = await started();
  const places = ["/a/routes/b", "/b/routes/a", "/a%2Froutes%2Fb/routes/x", "/a%20b/routes/%25"];
  for (const [index, place] of places.entries()) {
    const value = `{"n":${index}}`;
    await send("PUT", `/edges/https${place}/traffic_policy`, { value });
  }
  const values = await Promise.all(
    places.map((place) => send("GET", `/edges/https${place}/traffic_policy`)),
  );
  expect(values.map(({ body }) => (body as { value: string }).value)).toEqual([
    '{"n":0}',
    '{"n":1}',
    '{"n":2}',
    '{"n":3}',
  ]);
});

test.each([
  ["no value", {}, /^value is missing\.$/],
  ["no JSON", { value: "{" }, /^value is not JSON/],
  ["a list", { value: "[]" }, /^value is not a JSON object\.$/],
  [
    "a key twice",
    { value: '{"a":{"b":1,"b":1}}' },
    /^value is not JSON: The key "b" is defined twice/,
  ],
  ["empty", { value: "" }, /^value is not JSON/],
])("a body with %s is refused, and nothing is stored", async (_what, input, msg) => {
  const { send } = await started();
  expect(await send("PUT", path, input)).toEqual({
    status: 400,
    body: errorBody(400, "invalid_body", expect.stringMatching(msg)),
  });
  expect((await send("GET", path)).status).toBe(404);
});

test.each(["/edges/https//routes/r/traffic_policy", "/edges/https/e/routes//traffic_policy"])(
  "%s is not found",
  async (empty) => {
    const { send } = await started();
    expect((await send("PUT", empty, { value: "{}" })).status).toBe(404);
    expect((await send("GET", empty)).status).toBe(404);
  },
);
