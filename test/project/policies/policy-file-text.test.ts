import { policyFileText } from "@traffic-policy/project";
import { describe, expect, test } from "vitest";

const rules = [{ actions: [{ config: {}, type: "deny" }], name: "a" }];

describe("a policy file has the keys of its document in the order in which people write them:", () => {
  test.each([
    ["directions", { outbound: rules, x: 1, inbound: rules }, ["inbound", "outbound", "x"]],
    [
      "phases",
      { on_http_response: rules, on_tcp_connect: rules, on_http_request: [], x: 1 },
      ["on_tcp_connect", "on_http_request", "on_http_response", "x"],
    ],
  ])("%s", async (_dialect, document, keys) => {
    const json = await policyFileText("a.json", document, undefined);
    expect(Object.keys(JSON.parse(json) as object)).toEqual(keys);
    expect(json.indexOf('"name"')).toBeLessThan(json.indexOf('"actions"'));
    expect(json.indexOf('"type"')).toBeLessThan(json.indexOf('"config"'));
    const yaml = await policyFileText("a.yaml", document, undefined);
    const found = [...yaml.matchAll(/^(\w+):/gm)].map(([, key]) => key);
    expect(found).toEqual(keys);
  });
});

test("a module of a document with phases imports their entry", async () => {
  const text = await policyFileText("a.ts", { on_http_request: [] }, "http");
  expect(text).toContain('from "@traffic-policy/policy-builder/phases";');
});
