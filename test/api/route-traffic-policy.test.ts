import { InvalidRequest, NotFound } from "@traffic-policy/api";
import { expect, test } from "vitest";
import { failing } from "./failing.ts";
import { answering, clientOf, emulated } from "./local-service.ts";

test("the policy of a route is replaced, read and deleted", async () => {
  const { client } = await emulated();
  const { trafficPolicy } = client.httpsRoutes;
  const module = { enabled: false, value: '{"outbound":[]}' };
  expect(await trafficPolicy.replace("edge_2", "route_1", module)).toEqual(module);
  expect(await trafficPolicy.get("edge_2", "route_1")).toEqual(module);
  await trafficPolicy.delete("edge_2", "route_1");
  await failing(NotFound, trafficPolicy.get("edge_2", "route_1"));
});

test("both identifiers are percent-encoded", async () => {
  const { client } = await emulated();
  const { trafficPolicy } = client.httpsRoutes;
  const module = { enabled: true, value: "{}" };
  await trafficPolicy.replace("a/b", "..", module);
  expect(await trafficPolicy.get("a/b", "..")).toEqual(module);
  await failing(NotFound, trafficPolicy.get("a", "b"));
});

test("a value that is not a JSON object is not sent", async () => {
  const { baseUrl, received } = await answering((response) => void response.end());
  const { trafficPolicy } = clientOf(baseUrl).httpsRoutes;
  const error = await failing(InvalidRequest, trafficPolicy.replace("e", "r", { value: "null" }));
  expect(error.message).toMatch(/"value" is not a policy document, which is a JSON object/);
  expect(received).toEqual([]);
});

test.each([
  ["", "route_1"],
  ["edge_1", ""],
])("the identifiers %j and %j are not sent", async (edge, route) => {
  const { baseUrl, received } = await answering((response) => void response.end());
  await failing(InvalidRequest, clientOf(baseUrl).httpsRoutes.trafficPolicy.delete(edge, route));
  expect(received).toEqual([]);
});
