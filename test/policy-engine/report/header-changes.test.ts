import { headerChanges } from "@traffic-policy/policy-engine/report";
import { expect, test } from "vitest";
import { inbound, plainExchange } from "../simulated.ts";

/** What becomes of the header `x-a` of a request, and of nothing else. */
async function changesOf(actions: Parameters<typeof inbound>[0], headers = {}) {
  const request = { ...plainExchange.request, url: "https://example.com/", headers };
  const { trace = { rules: [] } } = await inbound(actions, { request }, { trace: true });
  return headerChanges({ trace }, "request-header").filter(({ name }) => name === "x-a");
}

const add = { type: "add-headers", config: { headers: { "x-a": "1" } } };
const remove = { type: "remove-headers", config: { headers: ["x-a"] } };

test("a header that is added and then changed was not there before", async () => {
  expect(await changesOf([add, add])).toEqual([{ name: "x-a", before: null, after: ["1", "1"] }]);
});

test("a header that is removed and added again is one that changed", async () => {
  expect(await changesOf([remove, add], { "x-a": "0" })).toEqual([
    { name: "x-a", before: ["0"], after: ["1"] },
  ]);
});

test("a header that is as before, or was there only for a while, did not change", async () => {
  expect(await changesOf([remove, add], { "x-a": "1" })).toEqual([]);
  expect(await changesOf([add, remove])).toEqual([]);
});
