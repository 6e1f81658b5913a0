import {
  directionsDialect,
  parseJson,
  protocols,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { plainExchange } from "./simulated.ts";

// JSON has numbers that a double does not hold; a policy document keeps their digits.

const numbers = [
  "1e400",
  "-1e400",
  "1e-400",
  "1e21",
  "12345678901234567890",
  "1.00000000000000000001",
];

/** The text of a document with a number in the place of each of its values, one at a time. */
function withNumber(document: JsonValue, number: string): string[] {
  const places: string[] = [];
  const mark = "@number@";
  function replaced(value: JsonValue): JsonValue[] {
    const inside =
      typeof value !== "object" || value === null
        ? []
        : Object.entries(value).flatMap(([key, item]) =>
            replaced(item as JsonValue).map((one): JsonValue => {
              const copy = structuredClone(value) as Record<string, JsonValue>;
              copy[key] = one;
              return copy;
            }),
          );
    return [mark, ...inside];
  }
  for (const one of replaced(document)) {
    places.push(JSON.stringify(one).replace(JSON.stringify(mark), number));
  }
  return places;
}

const documents = [...directionsDialect.actions.values()].flatMap(({ type, example }) =>
  ["inbound", "outbound"].map((direction) => ({
    type,
    direction,
    document: {
      [direction]: [
        { name: "a", expressions: ["true"], actions: [{ type, config: example as JsonValue }] },
      ],
    },
  })),
);

describe("whatever number stands anywhere in a document, nothing is thrown", () => {
  test.each(documents)("$type, $direction", async ({ document }) => {
    for (const text of numbers.flatMap((number) => withNumber(document, number))) {
      const { value = null } = parseJson(text);
      for (const protocol of protocols) {
        const policy = await compilePolicy(value, { protocol });
        expect(policy.protocol).toBe(protocol);
        if (protocol === "http") await simulate(policy, plainExchange, { trace: true });
      }
    }
  });
});

test.each(["1e400", "-1e400", "1e-400"])("a status of %s is a problem", async (status) => {
  const text = `{"inbound":[{"actions":[{"type":"deny","config":{"status_code":${status}}}]}]}`;
  const policy = await compilePolicy(parseJson(text).value ?? null);
  expect(policy.problems).toEqual([
    {
      path: "/inbound/0/actions/0/config/status_code",
      message: '"status_code" is out of the range of numbers.',
    },
  ]);
  expect((await simulate(policy, plainExchange)).result).toBe("failed");
});

test("a number that is only too exact is taken for the nearest", async () => {
  const text = `{"inbound":[{"actions":[{"type":"deny","config":{"status_code":404.00000000000000000001}}]}]}`;
  const policy = await compilePolicy(parseJson(text).value ?? null);
  expect(policy.problems).toEqual([]);
  expect((await simulate(policy, plainExchange)).response?.status).toBe(404);
});

test.each([
  ["999999999999999999", true],
  ["-1", true],
  ["99999999999999999999", false],
  ["9".repeat(400), false],
])("of a cookie, a max-age of %s is read: %s", async (maxAge, isRead) => {
  const rule = {
    expressions: ["getResCookie('a').max_age != duration('0s')"],
    actions: [{ type: "log", config: { metadata: {} } }],
  };
  const exchange = {
    ...plainExchange,
    response: { headers: { "set-cookie": `a=b; max-age=${maxAge}` } },
  };
  const { matched } = await simulate(await compilePolicy({ outbound: [rule] }), exchange);
  expect(matched.length > 0).toBe(isRead);
});
