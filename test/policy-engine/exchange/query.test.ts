import { expect, test } from "vitest";
import { parseQuery } from "../../../packages/policy-engine/src/exchange/request-state.ts";
import { holds } from "../simulated.ts";

test.each<[string, Record<string, string[]>]>([
  ["", {}],
  ["a=1&b=2&a=3", { a: ["1", "3"], b: ["2"] }],
  ["a&b=&=c", { a: [""], b: [""], "": ["c"] }],
  ["a=1+2%203", { a: ["1 2 3"] }],
  ["%C3%A4=%E2%82%AC%f0%9f%98%80", { ä: ["\u20ac\u{1f600}"] }],
  // Go leaves these out.
  ["a=%zz&b=1;2&c=%&d=%4&e=1", { e: ["1"] }],
  // And it keeps bytes that are no UTF-8, which no text of JavaScript can.
  ["debug=%FF", { debug: ["\ufffd"] }],
  ["a=x%FFy%C3%A4%C3z", { a: ["x\ufffdy\u00e4\ufffdz"] }],
  ["%80=%ED%A0%80", { "\ufffd": ["\ufffd\ufffd\ufffd"] }],
  ["a=%C0%AF%E2%82", { a: ["\ufffd\ufffd\ufffd\ufffd"] }],
])("%s", (query, parameters) => {
  expect(Object.fromEntries(parseQuery(query))).toEqual(parameters);
});

test("a parameter that is no UTF-8 is there", async () => {
  const exchange = { request: { url: "/?debug=%FF" } };
  expect(await holds("hasQueryParam('debug')", exchange)).toBe(true);
});
