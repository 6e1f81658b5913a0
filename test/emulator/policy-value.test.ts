import { expect, test } from "vitest";
import { started } from "./requests.ts";

test.each([
  [
    "keys are sorted at every level",
    '{"b":[{"z":1,"a":2}],"a":{}}',
    '{"a":{},"b":[{"a":2,"z":1}]}',
  ],
  ["keys are sorted by their bytes", '{"\u{1f600}":1,"\uff5e":2}', '{"\uff5e":2,"\u{1f600}":1}'],
  ["spaces go", ' {\n "a" : [ 1 , 2 ] } ', '{"a":[1,2]}'],
  [
    "what HTML and JavaScript mistake is escaped, in keys too",
    '{"<":"> & \u2028\u2029 \u0026"}',
    '{"\\u003c":"\\u003e \\u0026 \\u2028\\u2029 \\u0026"}',
  ],
  ["an escaped backslash stays one", '{"a":"\\\\u0026"}', '{"a":"\\\\u0026"}'],
  ["needless escapes go", '{"a":"\\u0061\\/é"}', '{"a":"a/é"}'],
  [
    "numbers keep their digits",
    '{"a":1234567890123456789012,"b":0.10000000000000000001}',
    '{"a":1234567890123456789012,"b":0.10000000000000000001}',
  ],
  ["__proto__ is a key", '{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}'],
  ["the policy may be one that no lint would pass", '{"x":"y"}', '{"x":"y"}'],
])("%s", async (_what, value, stored) => {
  const { send } = await started({ tcpEdges: ["edge_1"] });
  const module = { enabled: true, value: stored };
  const route = "/edges/https/e/routes/r/traffic_policy";
  expect((await send("PUT", route, { value })).body).toEqual(module);
  expect((await send("GET", route)).body).toEqual(module);
  const { body } = await send("PATCH", "/edges/tcp/edge_1", { traffic_policy: { value } });
  expect(body).toMatchObject({ traffic_policy: module });
});
