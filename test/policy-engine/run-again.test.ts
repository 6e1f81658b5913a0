import {
  answered,
  CaseRunner,
  compilePolicy,
  ExchangeRun,
  RateLimits,
  simulate,
  TokenVerifications,
  Unanswered,
} from "@traffic-policy/policy-engine";
import { FormatError, readCases } from "@traffic-policy/policy-engine/formats";
import { expect, test } from "vitest";
import { signedToken, signingKey } from "./tokens/signed-token.ts";

// A run that has to wait for a verdict goes on where it was; a simulation that keeps no run begins again.

const url = "https://issuer.example/keys";
const key = signingKey("ES256");
const keySets = { [url]: { keys: [key.jwk] } };

const token = (name: string) => ({
  type: "jwt-validation",
  config: {
    issuer: { allow_list: [{ value: "a" }] },
    audience: { allow_list: [{ value: "b" }] },
    http: { tokens: [{ type: "jwt", method: "header", name }] },
    jws: { allowed_algorithms: ["ES256"], keys: { sources: { additional_jkus: [url] } } },
  },
});
const limit = {
  type: "rate-limit",
  config: {
    name: "a",
    algorithm: "sliding_window",
    capacity: 2,
    rate: "60s",
    bucket_key: ["req.host"],
  },
};
const tag = { type: "add-headers", config: { headers: { "x-tag": "1" } } };
const log = { type: "log", config: { metadata: { a: "b" } } };

const signed = (extra: object = {}) => signedToken(key, { iss: "a", aud: "b", ...extra });
const exchange = (first = signed(), second = signed({ c: 1 })) => ({
  request: { url: "https://example.com/", headers: { "x-first": first, "x-second": second } },
});

test("nothing is done twice: counted, logged, changed or matched", async () => {
  const actions = [limit, log, tag, token("x-first"), tag, token("x-second"), log];
  const policy = await compilePolicy({ inbound: [{ actions }] });
  const rateLimits = new RateLimits();
  const outcome = await simulate(policy, exchange(), { keySets, rateLimits, trace: true });
  expect(outcome.result).toBe("forwarded");
  expect(outcome.request?.headers["x-tag"]).toEqual(["1", "1"]);
  expect(outcome.logs).toHaveLength(2);
  expect(outcome.matched).toHaveLength(1);
  expect(outcome.trace?.rules).toHaveLength(1);
  expect(outcome.directions.map(({ result }) => result)).toEqual(["completed", "skipped"]);
  const again = async () => (await simulate(policy, exchange(), { keySets, rateLimits })).result;
  expect([await again(), await again()]).toEqual(["forwarded", "answered"]);
});

test("what is refused counts once, too, when refused requests count", async () => {
  const policy = await compilePolicy({ inbound: [{ actions: [limit, token("x-first")] }] });
  const options = { keySets, rateLimits: new RateLimits(), rateLimitCounts: "all" } as const;
  const statuses: (number | undefined)[] = [];
  for (let time = 0; time < 60; time += 20) {
    const one = { ...exchange(signed({ time })), time: time * 1000 };
    statuses.push((await simulate(policy, one, options)).response?.status);
  }
  expect(statuses).toEqual([undefined, undefined, 429]);
});

test("the time of an exchange without one stays that of the first run", async () => {
  const policy = await compilePolicy({ inbound: [{ actions: [token("x-first"), tag] }] });
  let time = 0;
  const clock = () => (time += 1000);
  const tokens = new TokenVerifications();
  const run = new ExchangeRun(policy, exchange(signed({ exp: 2 })), { keySets, clock, tokens });
  expect(() => run.request()).toThrow(Unanswered);
  const forwarded = await answered(() => run.request());
  expect(forwarded?.headers["x-tag"]).toEqual(["1"]);
  expect(time).toBe(1000);
});

test("an upstream is asked once, after all is known", async () => {
  const policy = await compilePolicy({ inbound: [{ actions: [token("x-first")] }] });
  let asked = 0;
  const upstream = () => ({ status: 200 + asked++ });
  const { response } = await simulate(policy, { ...exchange(), upstream }, { keySets });
  expect([response?.status, asked]).toEqual([200, 1]);
});

test("an error that is no question is not asked again", async () => {
  let calls = 0;
  const failing = () => {
    calls++;
    throw new Error("A stub throws.");
  };
  await expect(answered(failing)).rejects.toThrow("A stub throws.");
  expect(calls).toBe(1);
});

test("case files give key sets, for all cases and for one", () => {
  const one = { name: "A", request: { url: "/" }, expect: { status: 401 } };
  const read = () => new Uint8Array();
  const { settings, cases } = readCases(
    { keySets, cases: [{ ...one, keySets: { b: { keys: [] } } }] },
    { isCode: false, read },
  );
  expect(settings.keySets).toEqual(keySets);
  expect(cases[0]?.case.keySets).toEqual({ b: { keys: [] } });
  for (const wrong of [[], { a: {} }, { a: { keys: {} } }, { a: { keys: [5] } }, { a: 5 }]) {
    expect(() => readCases({ keySets: wrong, cases: [one] }, { isCode: false, read })).toThrow(
      FormatError,
    );
  }
});

test("case files give secrets and a random number, for all cases and for one", async () => {
  const metadata = { secret: "${secrets.get('v', 'n')}", number: "${rand.double()}" };
  const actions = [{ type: "log", config: { metadata } }];
  const policy = await compilePolicy({ on_http_request: [{ actions }] });
  const one = { name: "A", request: { url: "/" }, expect: { outcome: "forwarded" } };
  const read = () => new Uint8Array();
  const { settings, cases } = readCases(
    {
      secrets: { v: { n: "all" } },
      random: 0.25,
      cases: [one, { ...one, secrets: { v: { n: "own" } }, random: 0 }],
    },
    { isCode: false, read },
  );
  const runner = new CaseRunner(policy, settings);
  const logged = [];
  for (const { case: each } of cases) {
    const { outcome, differences } = await runner.run(each);
    expect(differences).toEqual([]);
    logged.push(outcome.logs[0]?.metadata);
  }
  expect(logged).toEqual([
    { secret: "all", number: 0.25 },
    { secret: "own", number: 0 },
  ]);
  for (const wrong of [{ random: 1 }, { random: "0" }, { secrets: { v: "n" } }, { secrets: [] }]) {
    expect(() => readCases({ ...wrong, cases: [one] }, { isCode: false, read })).toThrow(
      FormatError,
    );
  }
});
