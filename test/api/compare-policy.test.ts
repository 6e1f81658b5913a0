import { parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { comparePolicy } from "../../packages/api/src/policy/compare-policy.ts";

const deny = { name: "Deny", actions: [{ type: "deny", config: { status_code: 403 } }] };

test("the same document in another writing is identical", () => {
  const local = { document: { inbound: [deny] }, enabled: true };
  const text =
    '{"inbound":[{"actions":[{"config":{"status_code":403.0},"type":"d\\u0065ny"}],"name":"Deny"}]}';
  const stored = parseJson(text).value as JsonValue;
  expect(comparePolicy(local, { document: stored, enabled: true })).toEqual({
    state: "identical",
    changes: [],
  });
});

test("a document that behaves the same is equivalent", () => {
  const local = { document: { inbound: [deny] }, enabled: true };
  const stored = { document: { inbound: [{ ...deny, expressions: [] }] }, enabled: true };
  expect(comparePolicy(local, stored).state).toBe("equivalent");
});

test("another rule is different", () => {
  const local = { document: { inbound: [deny] }, enabled: true };
  const { state, changes } = comparePolicy(local, { document: {}, enabled: true });
  expect(state).toBe("different");
  expect(changes).toMatchObject([{ kind: "added", path: "/inbound/0", rule: "Deny" }]);
});

test("another enabled is different, and the first of the changes", () => {
  const local = { document: { inbound: [deny] }, enabled: false };
  const enabled = { kind: "enabled", path: "", before: true, after: false };
  expect(comparePolicy(local, { document: { inbound: [deny] }, enabled: true })).toEqual({
    state: "different",
    changes: [enabled],
  });
  const { changes } = comparePolicy(local, { document: {}, enabled: true });
  expect(changes).toMatchObject([enabled, { kind: "added" }]);
});

test("without a stored policy everything is added", () => {
  const local = { document: { inbound: [deny], outbound: [deny] }, enabled: true };
  const { state, changes } = comparePolicy(local, undefined);
  expect(state).toBe("absent");
  expect(changes).toMatchObject([
    { kind: "added", path: "/inbound/0" },
    { kind: "added", path: "/outbound/0" },
  ]);
});

test("without a stored policy even an empty document is absent", () => {
  expect(comparePolicy({ document: {}, enabled: true }, undefined)).toEqual({
    state: "absent",
    changes: [],
  });
});
