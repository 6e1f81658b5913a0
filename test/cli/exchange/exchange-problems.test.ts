import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { CommandError } from "../../../packages/cli/src/command-error.ts";
import { exchangeProblems } from "../../../packages/cli/src/exchange/exchange-problems.ts";
import { withOptions } from "../../../packages/cli/src/exchange/given-by-options.ts";
import { exchangeSchema, type ExchangeFile } from "../../../packages/cli/src/exchange/schema.ts";
import { simulateOne } from "../../../packages/cli/src/simulation/simulation.ts";
import { seeded } from "../../seeded.ts";

const url = "https://example.com/";

describe("what cannot be an exchange", () => {
  test.each([
    [{ request: { url: "/path" } }, []],
    [{ request: { url: "ftp://example.com/" } }, ["/request/url"]],
    [{ request: { url: "https://example.com/a\nb" } }, ["/request/url"]],
    [{ request: { url: "https://example.com:99999/" } }, ["/request/url"]],
    [{ request: { url, method: "GET /" } }, ["/request/method"]],
    [
      { request: { url, headers: { "a b": "c", d: ["e", "f\r\n"] } } },
      ["/request/headers/a b", "/request/headers/d/1"],
    ],
    [{ request: { url, headers: { a: 1 } } }, ["/request/headers/a"]],
    [
      { request: { url, cookies: { a: "b;c", "d e": "f" } } },
      ["/request/cookies/a", "/request/cookies/d e"],
    ],
    [{ request: { url, body: "a", bodyFile: "b" } }, ["/request/bodyFile"]],
    [{ request: { url }, response: { status: 99 } }, ["/response/status"]],
    [{ connection: { clientIp: "1.2.3" } }, ["/connection/clientIp"]],
    [{ connection: { geo: { countryCode: "no" } } }, ["/connection/geo/countryCode"]],
    [{ connection: { geo: { countryCode: "UK" } } }, ["/connection/geo/countryCode"]],
    [{ connection: { geo: { countryCode: "" } } }, []],
    [{ connection: { clientPort: 65_536 } }, ["/connection/clientPort"]],
    [
      { connection: { tls: { client: { notAfter: "soon" } } } },
      ["/connection/tls/client/notAfter"],
    ],
    [{ endpoint: { url: "example" } }, ["/endpoint/url"]],
    [{ time: "2024-02-30T00:00:00Z" }, ["/time"]],
    [{ time: 1e300 }, ["/time"]],
    [{ variables: { "conn.geo.cty": "a" } }, ["/variables/conn.geo.cty"]],
    [{ variables: { "conn.client_port": "a" } }, ["/variables/conn.client_port"]],
    [{ variables: { "conn.client_port": 22 } }, []],
    [{ variables: { "conn.ts.start": "2024-01-31T00:00:00Z" } }, []],
    [{ variables: { "req.cookies": {} } }, []],
    [{ variables: { "req.cookies": { a: [{ name: 5 }] } } }, ["/variables/req.cookies"]],
    [{ other: 1 }, ["/other"]],
    [null, [""]],
  ] as [unknown, string[]][])("%j", (exchange, paths) => {
    expect(exchangeProblems(exchange).map(({ path }) => path)).toEqual(paths);
  });
});

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
                maxLength: Math.min(3, Object.keys(properties).length),
              })
              .chain((some) =>
                fc.record(Object.fromEntries(some.map(([key, value]) => [key, near(value)]))),
              );
      case "array":
        return fc.array(near(items ?? {}), { maxLength: 3 });
      case "integer":
        return fc.oneof(fc.integer({ min: 0, max: 999 }), fc.maxSafeInteger());
      case "number":
        return fc.integer();
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
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
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

/** What became of an exchange, or the sentences that say why it cannot be. */
function simulated(exchange: unknown): string | string[] {
  const problems = exchangeProblems(exchange);
  if (problems.length > 0) return problems.map(({ message }) => message);
  const given = { exchange: exchange as ExchangeFile, folder: "/nowhere", place: () => "Here" };
  try {
    const settings = { behaviour: {}, stubs: {} };
    return simulateOne(policy, withOptions(given, {}), settings).outcome.result;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [error.message];
  }
}

test("a variable that is given as null has no value, also one that is text", () => {
  const base = { exchange: {}, folder: "/nowhere", place: () => "Here" };
  const variable = ["conn.geo.city=null", "req.content_length=null", "conn.geo.country_code=NO"];
  expect(withOptions(base, { variable }).exchange.variables).toEqual({
    "conn.geo.city": null,
    "req.content_length": null,
    "conn.geo.country_code": "NO",
  });
});

test("what a list of objects wants is said", () => {
  const tokens = "actions.ngrok.jwt_validation.tokens";
  const [problem] = exchangeProblems({ variables: { [tokens]: [{ claims: {} }] } });
  expect(problem?.help).toMatch(/^Write a list of objects with /);
});

test("any exchange is simulated, or a sentence says why it cannot be", () => {
  const results: string[] = [];
  const property = fc.property(near(exchangeSchema), fc.boolean(), (value, isWhole) => {
    // Half of them with a request that can be, so that the engine is reached.
    const isObject = typeof value === "object" && value !== null;
    const request = { url, headers: { "x-a": "b" } };
    const result = simulated(isWhole && isObject ? { ...value, request } : value);
    if (typeof result === "string") results.push(result);
    const sentences = typeof result === "string" ? [] : result;
    for (const sentence of sentences) expect(sentence).toMatch(/^[^a-z].*\.$/s);
  });
  seeded(property, 1000);
  expect(results.length).toBeGreaterThan(50);
  expect([...new Set(results)].toSorted()).toEqual(["answered", "failed", "forwarded"]);
});
