import { directionsDialect } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { policyValidator } from "./policy-validator.ts";

const { schema, wrongPlaces } = policyValidator("policy");

function withAction(type: string, config?: unknown): unknown {
  return { inbound: [{ name: "a", expressions: [], actions: [{ type, config }] }] };
}

describe("the published schema", () => {
  test("has an id that is no address", () => {
    expect(schema.$id).toMatch(/^urn:/);
  });

  test.each([...directionsDialect.actions.values()])(
    "takes the example of $type, and explains it",
    ({ type, example, description }) => {
      expect(wrongPlaces(withAction(type, example))).toEqual([]);
      expect(schema.$defs[type]?.description).toContain(description);
    },
  );

  test.each([
    {},
    { inbound: null, outbound: [] },
    { inbound: [{ actions: [{ type: "deny" }, { type: "deny", config: null }] }] },
    { outbound: [{ expressions: null, actions: [{ type: "teleport", config: { a: 1 } }] }] },
  ])("takes %j", (document) => {
    expect(wrongPlaces(document)).toEqual([]);
  });

  test.each([
    ["an unknown direction", { incoming: [] }, ""],
    ["a map for a list", { inbound: {} }, "/inbound"],
    ["a misspelt key", { inbound: [{ expresions: [], actions: [] }] }, "/inbound/0"],
    [
      "an expression that is no text",
      { inbound: [{ expressions: [true], actions: [] }] },
      "/inbound/0/expressions/0",
    ],
    ["no actions", { outbound: [{ name: "a" }] }, "/outbound/0"],
    ["an action without a type", { inbound: [{ actions: [{}] }] }, "/inbound/0/actions/0"],
    ["a missing config", withAction("url-rewrite"), "/inbound/0/actions/0"],
    ["an empty config", withAction("url-rewrite", null), "/inbound/0/actions/0/config"],
    ["a missing key", withAction("custom-response", {}), "/inbound/0/actions/0/config"],
    ["a key of another action", withAction("deny", { to: "" }), "/inbound/0/actions/0/config"],
    [
      "a number out of bounds",
      withAction("redirect", { to: "/", status_code: 200 }),
      "/inbound/0/actions/0/config/status_code",
    ],
    [
      "a value that is not possible",
      withAction("compress-response", { algorithms: ["br", "zip"] }),
      "/inbound/0/actions/0/config/algorithms/1",
    ],
  ])("refuses %s where it is", (_what, document, place) => {
    expect(wrongPlaces(document)).toEqual([place]);
  });
});
