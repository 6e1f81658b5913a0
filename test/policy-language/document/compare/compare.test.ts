import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compare,
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { dialects } from "@traffic-policy/policy-language/phases";
import { seeded } from "../../../seeded.ts";

function json(text: string): JsonValue {
  const { value, errors } = parseJson(text);
  if (value === undefined || errors.length > 0) throw new Error(`not JSON: ${text}`);
  return value;
}

const deny = { type: "deny" };

function rule(name: string, ...expressions: string[]): JsonValue {
  return { name, expressions, actions: [deny] };
}

function numbered(count: number): JsonValue[] {
  return Array.from({ length: count }, (_item, index) => rule(`rule ${index}`, `a == ${index}`));
}

describe("identical", () => {
  test.each([
    ['{"inbound":[],"outbound":[]}', '{"outbound":[],"inbound":[]}'],
    ['{"a":"\\u0026\\u003e"}', '{"a":"&>"}'],
    ['{"a":200}', '{"a":200.0}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567890.0}'],
    ['{"a":1e400}', '{"a":10e399}'],
    ['{"a":-0}', '{"a":0}'],
  ])("%s and %s", (local, stored) => {
    expect(compare(json(local), json(stored))).toEqual({ state: "identical", changes: [] });
  });
});

describe("different", () => {
  test.each([
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['{"a":"é"}', '{"a":"e\\u0301"}'],
    ['{"a":"\\ud800"}', '{"a":"\\ufffd"}'],
    ['{"a":1e99999999999999999998}', '{"a":1e99999999999999999999}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', "{}"],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"__proto__":1}', "{}"],
  ])("%s and %s", (local, stored) => {
    expect(compare(json(local), json(stored)).state).toBe("different");
  });

  test("a number is compared by value, whether it kept its digits or not", () => {
    expect(compare({ a: 1e23 }, json('{"a":1e23}')).state).toBe("identical");
    expect(compare({ a: 1e23 }, json('{"a":100000000000000000000001}')).state).toBe("different");
  });

  test("documents that are no objects", () => {
    expect(compare([], { inbound: [] }).changes).toEqual([
      { kind: "changed", path: "", before: { inbound: [] }, after: [] },
    ]);
  });
});

describe("equivalent", () => {
  test.each([
    ["an empty list of expressions", { expressions: [] }, {}],
    ["expressions that are null", { expressions: null }, {}],
  ])("%s is the same as none", (_what, local, stored) => {
    expect(
      compare(
        { inbound: [{ ...local, actions: [deny] }] },
        { inbound: [{ ...stored, actions: [deny] }] },
      ).state,
    ).toBe("equivalent");
  });

  test("a direction without rules is the same as none", () => {
    expect(compare({ inbound: [rule("a")] }, { inbound: [rule("a")], outbound: null }).state).toBe(
      "equivalent",
    );
  });

  test("a default is a value like any other where the other side says something else", () => {
    const document = (config?: JsonValue): JsonValue => ({
      on_http_request: [
        {
          name: "a",
          actions: [{ type: "restrict-ips", ...(config !== undefined && { config }) }],
        },
      ],
    });
    const path = "/on_http_request/0/actions/0/config";
    const changesOf = (local: JsonValue | undefined, stored: JsonValue | undefined) =>
      compare(document(local), document(stored), dialects.phases).changes;
    const allow = ["192.0.2.0/24"];
    const enforced = {
      kind: "changed",
      rule: "a",
      path: `${path}/enforce`,
      before: true,
      after: false,
    };
    expect(changesOf({ enforce: false, allow }, { enforce: true, allow })).toEqual([enforced]);
    expect(changesOf({ enforce: false, allow }, { allow })).toEqual([enforced]);
    expect(changesOf({ enforce: false }, undefined)).toEqual([enforced]);
    expect(changesOf({ allow }, { enforce: false, allow })).toEqual([
      { ...enforced, before: false, after: true },
    ]);
    expect(changesOf({ enforce: false, allow }, { enforce: true, deny: allow })).toEqual([
      enforced,
      { kind: "changed", rule: "a", path: `${path}/allow`, after: allow },
      { kind: "changed", rule: "a", path: `${path}/deny`, before: allow },
    ]);
  });

  test("a config that is null or says the default is the same as none", () => {
    const action = (config: JsonValue): JsonValue => ({
      outbound: [{ actions: [{ type: "compress-response", config }] }],
    });
    const none = { outbound: [{ actions: [{ type: "compress-response" }] }] };
    expect(compare(action({ algorithms: ["gzip", "deflate", "br", "compress"] }), none).state).toBe(
      "equivalent",
    );
    expect(compare(action(null), none).state).toBe("equivalent");
    expect(compare(action({ algorithms: ["br"] }), none).state).toBe("different");
  });

  test("an order of algorithms that is not the default's is different: it may decide between equals", () => {
    const local = {
      outbound: [
        {
          actions: [
            {
              type: "compress-response",
              config: { algorithms: ["br", "gzip", "deflate", "compress"] },
            },
          ],
        },
      ],
    };
    const stored = { outbound: [{ actions: [{ type: "compress-response" }] }] };
    expect(compare(local, stored).state).toBe("different");
  });

  test("a refusal's status is never guessed, because its default has changed", () => {
    const local = { inbound: [{ actions: [{ type: "deny", config: { status_code: 403 } }] }] };
    expect(compare(local, { inbound: [{ actions: [deny] }] }).state).toBe("different");
  });

  test("tells what is written differently", () => {
    expect(
      compare({ inbound: [rule("a")] }, { inbound: [{ name: "a", actions: [deny] }] }).changes,
    ).toEqual([{ kind: "changed", path: "/inbound/0/expressions", rule: "a", after: [] }]);
  });
});

describe("changes, rule by rule", () => {
  test("rule 1 of 200 carried to place 150 is one move", () => {
    const stored = numbered(200);
    const local = stored.toSpliced(0, 1).toSpliced(149, 0, stored[0] ?? null);
    expect(compare({ inbound: local }, { inbound: stored })).toEqual({
      state: "different",
      changes: [{ kind: "moved", path: "/inbound/149", rule: "rule 0", before: 0, after: 149 }],
    });
  });

  test("a rule renamed and otherwise equal is one change of its name", () => {
    const stored = numbered(5);
    const local = stored.with(2, rule("better name", "a == 2"));
    expect(compare({ inbound: local }, { inbound: stored }).changes).toEqual([
      {
        kind: "changed",
        path: "/inbound/2/name",
        rule: "better name",
        before: "rule 2",
        after: "better name",
      },
    ]);
  });

  test("of a changed rule only the changed field is told", () => {
    const stored = {
      inbound: [
        {
          name: "a",
          expressions: ["x", "y"],
          actions: [{ type: "deny", config: { status_code: 403 } }],
        },
      ],
    };
    const local = {
      inbound: [
        {
          name: "a",
          expressions: ["x", "y"],
          actions: [{ type: "deny", config: { status_code: 404 } }],
        },
      ],
    };
    expect(compare(local, stored).changes).toEqual([
      {
        kind: "changed",
        path: "/inbound/0/actions/0/config/status_code",
        rule: "a",
        before: 403,
        after: 404,
      },
    ]);
  });

  test("an expression put before others is the only one told", () => {
    expect(
      compare({ inbound: [rule("a", "new", "x", "y")] }, { inbound: [rule("a", "x", "y")] })
        .changes,
    ).toEqual([{ kind: "changed", path: "/inbound/0/expressions/0", rule: "a", after: "new" }]);
  });

  test("another action in the same place is told whole", () => {
    const local = {
      inbound: [
        { name: "a", actions: [{ type: "custom-response", config: { status_code: 403 } }] },
      ],
    };
    expect(compare(local, { inbound: [{ name: "a", actions: [deny] }] }).changes).toMatchObject([
      { kind: "changed", path: "/inbound/0/actions/0", before: deny },
    ]);
  });

  test("a rule without a name is found again by likeness, also in another place", () => {
    const one = {
      expressions: ["a", "b"],
      actions: [{ type: "deny", config: { status_code: 403 } }],
    };
    const other = {
      expressions: ["c"],
      actions: [{ type: "log", config: { metadata: { x: 1 } } }],
    };
    const changed = { ...one, expressions: ["a", "B"] };
    expect(compare({ inbound: [other, changed] }, { inbound: [one, other] }).changes).toEqual([
      { kind: "moved", path: "/inbound/0", before: 1, after: 0 },
      { kind: "changed", path: "/inbound/1/expressions/1", before: "b", after: "B" },
    ]);
  });

  test("rules that have little in common are one removed and one added", () => {
    const stored = { inbound: [rule("a", "x == 1", "y == 2")] };
    const local = {
      inbound: [{ name: "b", actions: [{ type: "url-rewrite", config: { from: "c", to: "d" } }] }],
    };
    expect(compare(local, stored).changes.map(({ kind }) => kind)).toEqual(["added", "removed"]);
  });

  test("many rules with one name are matched each once", () => {
    const stored = [rule("same", "a"), rule("same", "b"), rule("same", "c")];
    expect(
      compare({ inbound: [stored[0] ?? null, stored[2] ?? null] }, { inbound: stored }).changes,
    ).toEqual([{ kind: "removed", path: "/inbound/1", rule: "same", before: rule("same", "b") }]);
  });

  test("a direction that holds no list is told whole", () => {
    expect(compare({ inbound: {} }, { inbound: [rule("a")] }).changes).toMatchObject([
      { kind: "changed", path: "/inbound" },
    ]);
  });
});

describe("large policies", () => {
  // Rules without names, which can only be found again by likeness.
  const unnamed = (count: number, field: string): JsonValue[] =>
    Array.from({ length: count }, (_item, index) => ({
      expressions: [`${field}.a == ${index}`, `${field}.b == ${index}`, "shared"],
      actions: [{ type: "deny", config: { status_code: 403 } }],
    }));
  const withChanges = (all: readonly JsonValue[], change: (one: JsonObject) => JsonObject) =>
    all.map((one, index) => (index % 10 === 0 && isJsonObject(one) ? change(one) : one));

  test("of 10,000 rules 1,000 are changed", () => {
    const stored = numbered(10_000);
    const local = withChanges(stored, (one) => ({ ...one, expressions: ["changed"] }));
    const { changes } = compare({ inbound: local }, { inbound: stored });
    expect(changes).toHaveLength(1000);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["changed"]));
  });

  test("of 10,000 rules without names 1,000 are changed", () => {
    const stored = unnamed(10_000, "x");
    const local = withChanges(stored, (one) => ({
      ...one,
      expressions: [...(one["expressions"] as JsonValue[]).slice(0, 2), "changed"],
    }));
    const { changes } = compare({ inbound: local }, { inbound: stored });
    expect(changes.map(({ path }) => path)).toEqual(
      Array.from({ length: 1000 }, (_item, index) => `/inbound/${index * 10}/expressions/2`),
    );
  });

  test("two lists of 5,000 rules that have nothing in common", () => {
    const local = numbered(5000).map((_rule, index) => ({ x: index }));
    const { changes } = compare({ inbound: local }, { inbound: unnamed(5000, "x") });
    expect(changes).toHaveLength(10_000);
  });

  test("two lists of 5,000 rules of which each is a little like all others", () => {
    const { changes } = compare({ inbound: unnamed(5000, "x") }, { inbound: unnamed(5000, "y") });
    expect(changes.length).toBeGreaterThanOrEqual(10_000);
  });

  test("200 rules of 1,000 expressions each", () => {
    const large = (field: string): JsonValue[] =>
      Array.from({ length: 200 }, (_item, index) => ({
        expressions: Array.from({ length: 1000 }, (_expression, at) => `${field}${index} == ${at}`),
        actions: [deny],
      }));
    const { changes } = compare({ inbound: large("x") }, { inbound: large("y") });
    expect(changes).toHaveLength(400);
  });

  test("10,000 rules that are all equal, and one more", () => {
    const equal = Array.from({ length: 10_000 }, () => rule("same", "a"));
    const { changes } = compare({ inbound: [...equal, rule("same", "a")] }, { inbound: equal });
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([["added", "/inbound/10000"]]);
  });
});

const rules = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })
  .map((numbers) => numbers.map((number) => rule(`rule ${number}`, `a == ${number}`)));

test("a comparison with itself is identical, and the other way round gives the opposite kinds", () => {
  const opposite = {
    added: "removed",
    removed: "added",
    moved: "moved",
    changed: "changed",
    enabled: "enabled",
  };
  seeded(
    fc.property(rules, rules, (one, other) => {
      expect(compare({ inbound: one }, { inbound: one }).state).toBe("identical");
      const kinds = (local: JsonValue, stored: JsonValue): string[] =>
        compare({ inbound: local }, { inbound: stored }).changes.map(({ kind }) => kind);
      expect(kinds(one, other).toSorted()).toEqual(
        compare({ inbound: other }, { inbound: one })
          .changes.map(({ kind }) => opposite[kind])
          .toSorted(),
      );
    }),
  );
});
