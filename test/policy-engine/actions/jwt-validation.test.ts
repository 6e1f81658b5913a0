import {
  answered,
  possibleOutcomes,
  CaseRunner,
  simulateSync,
  TokenVerifications,
  Unanswered,
  type RequestInput,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import type { KeySet } from "../../../packages/policy-engine/src/tokens/key-set.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededAsync } from "../../seeded.ts";
import { guard, guarded, verdictOf } from "../protected.ts";
import { encoded, secretToken, signedToken, signingKey } from "../tokens/signed-token.ts";

// Source: facts/phases/actions.json and behaviour.json, jwt-validation.

const url = "https://issuer.example.com/jwks.json";
const now = 1_700_000_000;
const rsa = signingKey("RS256", "one");
const claims = { iss: "https://issuer.example.com/", aud: "urn:example:api", exp: now + 60 };

const config = {
  issuer: { allow_list: [{ value: "https://other.example.com/" }, { value: claims.iss }] },
  audience: { allow_list: [{ value: "urn:other" }, { value: claims.aud }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: {
    allowed_algorithms: ["RS256", "PS256", "ES256", "ES384", "EdDSA", "HS256"],
    keys: { sources: { additional_jkus: [url] } },
  },
};

const keySets = (...keys: KeySet["keys"]): NonNullable<SimulationOptions["keySets"]> => ({
  [url]: { keys },
});

const results = [
  "jwt_validation.tokens",
  "jwt_validation.error.code",
  "jwt_validation.error.message",
];

const bearing = (token: string): RequestInput => ({
  url: "https://example.com/",
  headers: { authorization: `Bearer ${token}` },
});

/** What becomes of a token in the header. */
async function verdict(
  token: string,
  options: SimulationOptions = {},
  own: object = config,
): Promise<string> {
  const exchange = { time: now * 1000, request: bearing(token) };
  const all = { keySets: keySets(rsa.jwk), ...options };
  return verdictOf(await guard("jwt-validation", own, exchange, all));
}

const refused = (reason: string): string => `401: The token is refused. ${reason}`;

describe("a token with the right signature and claims", () => {
  test.each(["RS256", "PS256", "ES256", "ES384", "EdDSA"])(
    "lets the request through (%s)",
    async (algorithm) => {
      const key = signingKey(algorithm);
      const token = signedToken(key, claims);
      expect(await verdict(token, { keySets: keySets(key.jwk) })).toBe("verified");
    },
  );

  test("leaves behind what it says", async () => {
    const token = signedToken(rsa, { ...claims, admin: true }, { kid: "one" });
    const exchange = { time: now * 1000, request: bearing(token) };
    const options = { keySets: keySets(rsa.jwk) };
    const { logs, result } = await guard("jwt-validation", config, exchange, options, results);
    expect(result).toBe("forwarded");
    expect(logs[0]?.metadata).toEqual({
      "jwt_validation.tokens": [
        {
          header: { alg: "RS256", kid: "one" },
          location: "header",
          location_property: "Authorization",
          payload: { ...claims, admin: true },
          signature: token.split(".")[2],
          verified: true,
        },
      ],
      "jwt_validation.error.code": "",
      "jwt_validation.error.message": "",
    });
  });

  test("may be signed with any key of any set, by kid or without", async () => {
    const [two, three] = [signingKey("RS256", "two"), signingKey("RS256")];
    const sets = {
      [url]: { keys: [rsa.jwk, two.jwk] },
      "https://b.example/": { keys: [three.jwk] },
    };
    const sources = { additional_jkus: [url, "https://b.example/"] };
    const both = { ...config, jws: { ...config.jws, keys: { sources } } };
    for (const key of [rsa, two, three]) {
      const token = signedToken(key, claims);
      expect(await verdict(token, { keySets: sets }, both)).toBe("verified");
    }
    const named = signedToken(two, claims, { kid: "two" });
    expect(await verdict(named, { keySets: sets }, both)).toBe("verified");
    const misnamed = signedToken(two, claims, { kid: "one" });
    expect(await verdict(misnamed, { keySets: sets }, both)).toBe(
      refused("Its signature is wrong."),
    );
  });

  test("may have several audiences, and any one without a list", async () => {
    const token = signedToken(rsa, { ...claims, aud: ["a", "urn:other"] });
    expect(await verdict(token)).toBe("verified");
    const { audience: _, ...others } = config;
    const { aud: __, ...rest } = claims;
    expect(await verdict(signedToken(rsa, rest), {}, others)).toBe("verified");
  });

  test("is found with keys and sources as lists, as a part of the documentation has them", async () => {
    const keys = [{ sources: [{ additional_jkus: [url] }] }];
    const listed = { ...config, jws: { ...config.jws, keys } };
    expect(await verdict(signedToken(rsa, claims), {}, listed)).toBe("verified");
  });

  test("is checked with interpolated names, issuers and URLs", async () => {
    const own = {
      ...config,
      issuer: { allow_list: [{ value: "https://${'issuer'}.example.com/" }] },
      http: {
        tokens: [{ type: "jwt", method: "header", name: "x-${'token'}", prefix: "${'Bearer'} " }],
      },
      jws: {
        ...config.jws,
        keys: { sources: { additional_jkus: ["https://${'issuer'}.example.com/jwks.json"] } },
      },
    };
    const request = {
      url: "https://example.com/",
      headers: { "X-Token": `Bearer ${signedToken(rsa, claims)}` },
    };
    const exchange = { time: now * 1000, request };
    const options = { keySets: keySets(rsa.jwk) };
    expect(verdictOf(await guard("jwt-validation", own, exchange, options))).toBe("verified");
  });
});

describe("a signature is refused", () => {
  test("with any one bit changed", async () => {
    const token = signedToken(signingKey("ES256"), claims);
    const key = signingKey("ES256");
    const right = signedToken(key, claims);
    expect(token).not.toBe(right);
    const [head = "", payload = "", signature = ""] = right.split(".");
    const bytes = Buffer.from(signature, "base64url");
    await seededAsync(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const wrong = `${head}.${payload}.${encoded(changed)}`;
        expect(await verdict(wrong, { keySets: keySets(key.jwk) })).toBe(
          refused("Its signature is wrong."),
        );
      }),
      30,
      512,
    );
  });

  test("by another key, or for another payload or header", async () => {
    const options = { keySets: keySets(rsa.jwk) };
    const { privateKey } = signingKey("RS256");
    expect(await verdict(signedToken({ ...rsa, privateKey }, claims), options)).toBe(
      refused("Its signature is wrong."),
    );
    const [head, , signature] = signedToken(rsa, claims).split(".");
    const later = encoded({ ...claims, exp: now + 1e6 });
    expect(await verdict(`${head}.${later}.${signature}`, options)).toBe(
      refused("Its signature is wrong."),
    );
    const [, payload] = signedToken(rsa, claims).split(".");
    const other = encoded({ alg: "RS256", typ: "at+jwt" });
    expect(await verdict(`${other}.${payload}.${signature}`, options)).toBe(
      refused("Its signature is wrong."),
    );
  });

  test("with the public key taken for a secret", async () => {
    const { publicKey } = rsa;
    for (const secret of [
      publicKey.export({ format: "pem", type: "spki" }),
      publicKey.export({ format: "der", type: "spki" }),
      JSON.stringify(rsa.jwk),
    ]) {
      expect(await verdict(secretToken(secret, claims))).toBe(
        refused("No key of the key sets is for it."),
      );
    }
  });

  test("with no key of its kind, and with no signature", async () => {
    expect(await verdict(signedToken(signingKey("ES256"), claims))).toBe(
      refused("No key of the key sets is for it."),
    );
    const [head, payload] = signedToken(rsa, claims).split(".");
    expect(await verdict(`${head}.${payload}.`)).toBe(refused("Its signature is wrong."));
  });

  test.each(["none", "None", "NONE", "RS512", 5, undefined])(
    "with the algorithm %j, whatever is allowed",
    async (alg) => {
      const token = `${encoded({ alg })}.${encoded(claims)}.`;
      const own = { ...config, jws: { ...config.jws, allowed_algorithms: ["RS256", String(alg)] } };
      const isAllowed = alg === "RS512";
      expect(await verdict(token, {}, isAllowed ? config : own)).toBe(
        refused(`Its algorithm ${JSON.stringify(alg ?? null)} is not allowed.`),
      );
    },
  );

  test("with a header that must be understood and is not", async () => {
    const token = signedToken(rsa, claims, { crit: ["exp"], exp: 5 });
    expect(await verdict(token)).toBe(refused("Its header demands an extension."));
  });

  test("a secret in a key set is something that the service may do otherwise", async () => {
    const k = Buffer.from("0123456789abcdef0123456789abcdef");
    const options = { keySets: keySets({ kty: "oct", k: k.toString("base64url") }) };
    expect(await verdict(secretToken(k, claims), options)).toBe(
      "not simulated: The token is not verified: whether the service takes a secret from a key set is not documented.",
    );
  });
});

describe("claims", () => {
  test.each<[object, string]>([
    [
      { iss: "https://issuer.example.com" },
      'Its issuer "https://issuer.example.com" is not in the list.',
    ],
    [{ iss: [claims.iss] }, `Its issuer ["${claims.iss}"] is not in the list.`],
    [{ iss: undefined }, "Its issuer (none) is not in the list."],
    [{ aud: "urn:example:API" }, 'Its audience "urn:example:API" is not in the list.'],
    [{ aud: ["a", 5] }, 'Its audience ["a",5] is not in the list.'],
    [{ aud: undefined }, "Its audience (none) is not in the list."],
    [{ exp: now }, "It has expired."],
    [{ exp: now - 1e6 }, "It has expired."],
    [{ exp: String(now + 60) }, `Its claim exp is "${now + 60}", and not a time.`],
    [{ exp: null }, "Its claim exp is null, and not a time."],
    [{ nbf: now + 1 }, "It is not valid yet."],
    [{ iat: now + 1 }, "It was issued later than the exchange takes place."],
  ])("%j are refused", async (other, reason) => {
    expect(await verdict(signedToken(rsa, { ...claims, ...other }))).toBe(refused(reason));
  });

  test.each<[object]>([[{ exp: now + 0.5 }], [{ nbf: now }], [{ iat: now }], [{ exp: undefined }]])(
    "%j are accepted",
    async (other) => {
      expect(await verdict(signedToken(rsa, { ...claims, ...other }))).toBe("verified");
    },
  );

  test.each<[object, SimulationOptions, string]>([
    [{ exp: now - 4 }, { tokenLeeway: 5 }, "verified"],
    [{ exp: now - 5 }, { tokenLeeway: 5 }, refused("It has expired.")],
    [{ nbf: now + 5, iat: now + 5 }, { tokenLeeway: 5 }, "verified"],
    [{ exp: undefined }, { tokenWithoutExpiry: "refused" }, refused("It has no claim exp.")],
    [{ iat: now + 9 }, { tokenIssuedLater: "accepted" }, "verified"],
    [{ exp: 5 }, { invalidTokenStatus: 403 }, "403: The token is refused. It has expired."],
  ])("%j with %j: %s", async (other, options, expected) => {
    expect(await verdict(signedToken(rsa, { ...claims, ...other }), options)).toBe(expected);
  });

  test.each([
    ["at+jwt", "at+jwt", "verified"],
    ["at+jwt", "application/AT+JWT", "verified"],
    ["at+jwt", "JWT", refused("Its header does not say that it is of the type at+jwt.")],
    ["it+jwt", undefined, refused("Its header does not say that it is of the type it+jwt.")],
    ["jwt", "at+jwt", "verified"],
    ["access_token", undefined, "verified"],
  ])("a token of the type %s with typ %s: %s", async (type, typ, expected) => {
    const [rule] = config.http.tokens;
    const own = { ...config, http: { tokens: [{ ...rule, type }] } };
    expect(await verdict(signedToken(rsa, claims, { typ }), {}, own)).toBe(expected);
  });
});

describe("where a token is", () => {
  const token = signedToken(rsa, claims);
  const json = { "content-type": "application/json; charset=utf-8" };
  const form = { "content-type": "application/x-www-form-urlencoded" };

  test.each<[string, Partial<RequestInput>, string, string]>([
    ["no header", {}, "3408", "The request has no header Authorization."],
    [
      "another prefix",
      { headers: { authorization: `bearer ${token}` } },
      "3413",
      'The header Authorization does not begin with "Bearer ".',
    ],
    ["no token", { headers: { authorization: "Bearer abc" } }, "3416", "The token is malformed."],
    [
      "four parts",
      { headers: { authorization: `Bearer ${token}.a` } },
      "3416",
      "The token is malformed.",
    ],
    [
      "padding",
      { headers: { authorization: `Bearer ${token}=` } },
      "3416",
      "The token is malformed.",
    ],
  ])("%s is refused", async (_what, request, code, reason) => {
    const exchange = { time: now * 1000, request: { url: "https://example.com/", ...request } };
    const options = { keySets: keySets(rsa.jwk), outboundAfterAnswer: true };
    const outcome = await guard("jwt-validation", config, exchange, options, results);
    expect(verdictOf(outcome)).toBe(`401: ${reason}`);
    expect(outcome.response?.headers["ngrok-error-code"]).toEqual(["ERR_NGROK_3401"]);
    expect(outcome.logs[0]?.metadata).toEqual({
      "jwt_validation.tokens": [],
      "jwt_validation.error.code": `ERR_NGROK_${code}`,
      "jwt_validation.error.message": reason,
    });
  });

  test.each<[Partial<RequestInput>, string]>([
    [{ headers: json, body: JSON.stringify({ token: `t:${token}` }) }, "verified"],
    [{ headers: form, body: `a=b&token=${encodeURIComponent(`t:${token}`)}` }, "verified"],
    [{ headers: json, body: "{" }, "401: The body is not a JSON object."],
    [{ headers: json, body: "[]" }, "401: The body is not a JSON object."],
    [{ headers: json, body: '{"token":5}' }, "401: The body has no text in the field token."],
    [{ headers: form, body: "a=b" }, "401: The body has no text in the field token."],
    [{ headers: form, body: Uint8Array.of(255) }, "401: The body is not a form."],
    [
      { headers: { "content-type": "text/plain" }, body: `token=t:${token}` },
      "401: The body is neither JSON nor a form by its content-type.",
    ],
    [{}, "401: The body is neither JSON nor a form by its content-type."],
    [
      { headers: json, bodySize: 500 },
      "not simulated: The token is in the body of the request, which is not given.",
    ],
  ])("in a body %#: %s", async (request, expected) => {
    const http = { tokens: [{ type: "jwt", method: "body", name: "token", prefix: "t:" }] };
    const exchange = {
      time: now * 1000,
      request: { url: "https://example.com/", method: "POST", ...request },
    };
    const options = { keySets: keySets(rsa.jwk) };
    const outcome = await guard("jwt-validation", { ...config, http }, exchange, options);
    expect(verdictOf(outcome)).toBe(expected);
  });

  test("all tokens of the list must be there", async () => {
    const second = { type: "jwt", method: "header", name: "x-second" };
    const own = { ...config, http: { tokens: [...config.http.tokens, second] } };
    expect(await verdict(token, {}, own)).toBe("401: The request has no header x-second.");
  });
});

describe("what is not known is not simulated", () => {
  const token = signedToken(rsa, claims);

  test("a key set that is not given", async () => {
    expect(await verdict(token, { keySets: {} })).toBe(
      `not simulated: The keys at ${url} are not known; give them as a key set.`,
    );
  });

  test.each([
    [{}],
    [{ ...config, issuer: { allow_list: [] } }],
    [{ ...config, jws: { ...config.jws, keys: {} } }],
    [{ ...config, http: { tokens: [] } }],
  ])("an action that says too little: %#", async (own) => {
    expect(await verdict(token, {}, own)).toBe(
      'not simulated: "jwt-validation" is not simulated; give a stub of this type as an option.',
    );
  });

  test("a key that is broken", async () => {
    const { n: _, ...broken } = rsa.jwk as { n: string };
    expect(await verdict(token, { keySets: keySets(broken) })).toMatch(
      /^not simulated: The token is not verified: /,
    );
  });

  test("a config of other types is a problem", async () => {
    const { problems } = await guarded("jwt-validation", {
      ...config,
      issuer: { allow_list: [{ value: 5 }] },
      jws: { ...config.jws, allowed_algorithms: "RS256" },
    });
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ["/inbound/0/actions/0/config/issuer/allow_list/0/value", '"value" must be text.'],
      [
        "/inbound/0/actions/0/config/jws/allowed_algorithms",
        '"allowed_algorithms" must be a list of texts.',
      ],
    ]);
  });
});

describe("verifying is asynchronous, and the engine is not", () => {
  const request = bearing(signedToken(rsa, claims));
  const exchange = { time: now * 1000, request };
  const options = { keySets: keySets(rsa.jwk) };

  test("without memory, a simulation at once does not verify", async () => {
    const policy = await guarded("jwt-validation", config);
    expect(verdictOf(simulateSync(policy, exchange, options))).toBe(
      "not simulated: The token is not verified: that takes a simulation that is asynchronous.",
    );
  });

  test("with memory, it asks once, and knows then", async () => {
    const policy = await guarded("jwt-validation", config);
    const tokens = new TokenVerifications();
    const run = () => simulateSync(policy, exchange, { ...options, tokens });
    expect(run).toThrow(Unanswered);
    expect(verdictOf(await answered(run))).toBe("verified");
    expect(verdictOf(run())).toBe("verified");
    const other = { ...exchange, time: (now + 3600) * 1000 };
    const later = simulateSync(policy, other, { ...options, tokens, trace: true });
    expect(verdictOf(later)).toBe(refused("It has expired."));
    const keys = { keySets: keySets(rsa.jwk), tokens };
    expect(() => simulateSync(policy, exchange, keys)).toThrow(Unanswered);
  });

  test("what the result depends on is found, too", async () => {
    const policy = await guarded("jwt-validation", config);
    const tokens = new TokenVerifications();
    const late = { time: now * 1000, request: bearing(signedToken(rsa, { ...claims, exp: 5 })) };
    const { possible } = await answered(() =>
      possibleOutcomes(policy, late, {}, { ...options, tokens }),
    );
    const [{ dependsOn }] = possible;
    expect(dependsOn.map(({ option }) => option)).toEqual(["invalidTokenStatus", "tokenLeeway"]);
  });

  test("cases give the key sets", async () => {
    const policy = await guarded("jwt-validation", config);
    const one = { name: "A", ...exchange, expect: { outcome: "forwarded" as const } };
    const runner = new CaseRunner(policy, options);
    expect((await runner.run(one)).differences).toEqual([]);
    const another = { ...one, keySets: keySets(signingKey("RS256").jwk), expect: { status: 401 } };
    expect((await runner.run(another)).differences).toEqual([]);
    const unknown = await new CaseRunner(policy).run(one);
    expect(unknown.outcome.notSimulated).toHaveLength(1);
  });
});

test("random tokens of three parts never fail, and never pass", async () => {
  const part = fc.oneof(
    fc.json().map((text) => encoded(Buffer.from(text))),
    fc.base64String(),
    fc.dictionary(fc.constantFrom("alg", "kid", "typ", "exp", "crit"), fc.jsonValue()).map(encoded),
  );
  await seededAsync(
    fc.asyncProperty(part, part, part, async (...parts) => {
      const found = await verdict(parts.join("."));
      expect(found).toMatch(/^(?:401|not simulated): /);
    }),
    200,
    2000,
  );
});
