import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePolicy } from "@traffic-policy/policy-engine";
import {
  exchangeProblems,
  exchangeSchema,
  type ExchangeFile,
} from "@traffic-policy/policy-engine/formats";
import { Files } from "@traffic-policy/project";
import { anyText } from "../../any-text.ts";
import { CommandError } from "../../../packages/cli/src/context.ts";
import { withOptions } from "../../../packages/cli/src/exchange/given-exchange.ts";
import { simulateOne } from "../../../packages/cli/src/simulation/simulation.ts";
import { seededAsync } from "../../seeded.ts";

const url = "https://example.com/";

/** Values that come near to what a JSON Schema asks for, and often miss it. */
function near(schema: object): fc.Arbitrary<unknown> {
  const { type, properties, items, patternProperties, additionalProperties } = schema as {
    type?: string | string[];
    properties?: Record<string, object>;
    items?: object;
    patternProperties?: Record<string, object>;
    additionalProperties?: object | boolean;
  };
  const free = [
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
  const right = [type ?? "string"].flat().map((one): fc.Arbitrary<unknown> => {
    switch (one) {
      case "object":
        return properties === undefined
          ? fc.dictionary(text, free[0] === undefined ? fc.jsonValue() : near(free[0]), {
              maxKeys: 3,
            })
          : fc
              .shuffledSubarray(Object.entries(properties), {
                maxLength: Math.min(5, Object.keys(properties).length),
              })
              .chain((some) =>
                fc.record(Object.fromEntries(some.map(([key, value]) => [key, near(value)]))),
              );
      case "array":
        return fc.array(near(items ?? {}), { maxLength: 3 });
      case "integer":
        return fc.oneof(fc.integer({ min: 0, max: 999 }), fc.maxSafeInteger());
      case "number":
        return fc.oneof(fc.integer(), fc.double({ min: 0, max: 0.9, noNaN: true }));
      case "null":
        return fc.constant(null);
      default:
        return text;
    }
  });
  return fc.oneof(
    { weight: 30, arbitrary: fc.oneof(...right) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

const text = fc.oneof(
  { weight: 1, arbitrary: anyText({ maxLength: 8 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "a",
      "GET",
      "x-a",
      "/b?c",
      url,
      "192.0.2.1",
      "2024-01-01T00:00:00Z",
      "req.host",
    ),
  },
);

const policy = await compilePolicy({
  inbound: [
    {
      expressions: [
        "conn.geo.city != '\u0000'",
        "req.ts.header_received > timestamp('2020-01-01T00:00:00Z')",
      ],
      actions: [
        { type: "url-rewrite", config: { from: "a(.)", to: "$1" } },
        { type: "add-headers", config: { headers: { host: "${req.url}", b: "${req.cookies}" } } },
      ],
    },
    {
      expressions: ["conn.client_port < 1000"],
      actions: [{ type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } }],
    },
    {
      expressions: ["conn.bytes_in > 0 && req.headers['gone'][0] == 'a'"],
      actions: [],
    },
  ],
  outbound: [
    {
      expressions: ["res.status_code > 200 || 'x-a' in res.headers"],
      actions: [{ type: "compress-response", config: { algorithms: ["gzip"] } }],
    },
  ],
});

const files = new Files("/nowhere");

/** What became of an exchange, or the sentences that say why it cannot be. */
async function simulated(exchange: unknown): Promise<string | string[]> {
  const problems = exchangeProblems(exchange);
  if (problems.length > 0) return problems.map(({ message }) => message);
  const given = {
    exchange: exchange as ExchangeFile,
    folder: "/nowhere",
    files,
    place: () => "Here",
  };
  try {
    const settings = { behaviour: {}, stubs: {}, clock: { now: () => 0, elapsed: () => 0 } };
    const { possible } = await simulateOne(policy, withOptions(given, {}), settings);
    return possible[0].outcome.result;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [error.message];
  }
}

test("a variable that is given as null has no value, also one that is text", () => {
  const base = { exchange: {}, folder: "/nowhere", files, place: () => "Here" };
  const variable = ["conn.geo.city=null", "req.content_length=null", "conn.geo.country_code=NO"];
  expect(withOptions(base, { variable }).exchange.variables).toEqual({
    "conn.geo.city": null,
    "req.content_length": null,
    "conn.geo.country_code": "NO",
  });
});

test("any exchange is simulated, or a sentence says why it cannot be", async () => {
  const results: string[] = [];
  const property = fc.asyncProperty(near(exchangeSchema), fc.boolean(), async (value, isWhole) => {
    // Half of them with a request that can be, so that the engine is reached.
    const isObject = typeof value === "object" && value !== null;
    const request = { url, headers: { "x-a": "b" } };
    const result = await simulated(isWhole && isObject ? { ...value, request } : value);
    if (typeof result === "string") results.push(result);
    const sentences = typeof result === "string" ? [] : result;
    for (const sentence of sentences) {
      // What is said of a file begins with its name.
      expect(sentence.replace(/^.*?: (?=There is|It )/s, "")).toMatch(/^[^a-z].*\.$/s);
    }
  });
  const tried = await seededAsync(property, 1000, 1000, 600);
  expect(results.length).toBeGreaterThan(tried / 25);
  expect([...new Set(results)].toSorted()).toEqual(["answered", "failed", "forwarded"]);
});
