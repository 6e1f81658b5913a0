import {
  CaseRunner,
  compilePolicy,
  ExchangeError,
  type Expectation,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import { isNotKnown } from "@traffic-policy/policy-engine/internal";
import { expect, test } from "vitest";

const limited = await compilePolicy({
  inbound: [
    {
      name: "Limit",
      actions: [
        {
          type: "rate-limit",
          config: {
            name: "all",
            algorithm: "sliding_window",
            capacity: 2,
            rate: "60s",
            bucket_key: ["conn.client_ip"],
          },
        },
      ],
    },
    { name: "Token", actions: [{ type: "jwt-validation", config: {} }] },
  ],
});

const request = { url: "https://example.com/" };

async function run(one: PolicyCase, settings = {}): Promise<string[]> {
  const { differences } = await new CaseRunner(limited, settings).run(one);
  return differences.map(({ what }) => what);
}

test("a case that takes place three times meets the limit of two, and the next case begins anew", async () => {
  const runner = new CaseRunner(limited, { stubs: { "jwt-validation": "next" } });
  const one = { name: "", request, expect: { status: 429 } };
  const passes = async (times: number): Promise<boolean> =>
    (await runner.run({ ...one, times })).differences.length === 0;
  expect([await passes(3), await passes(2), await passes(3)]).toEqual([true, false, true]);
});

test("a stub of a case stands for that of all cases", async () => {
  const settings = { stubs: { "jwt-validation": 401 } };
  const one = { name: "", request, expect: { outcome: "answered", status: 401 } } as const;
  expect(await run(one, settings)).toEqual([]);
  expect(await run({ ...one, stubs: { "jwt-validation": "fail" } }, settings)).toEqual([
    "outcome",
    "status",
  ]);
  expect(
    await run({
      ...one,
      stubs: { "jwt-validation": () => ({ answer: { status: 401 } }) },
    }),
  ).toEqual([]);
});

test("an answer to an open question of a case stands for that of all cases", async () => {
  const policy = await compilePolicy({ inbound: [{ actions: [{ type: "deny" }] }] });
  const runner = new CaseRunner(policy, { options: { denyStatus: 999 } });
  const one = { name: "", request, expect: { status: 999 } };
  expect((await runner.run(one)).differences).toEqual([]);
  const { differences } = await runner.run({ ...one, options: { denyStatus: 403 } });
  expect(differences).toMatchObject([{ expected: 999, received: 403 }]);
});

test("an upstream that is a function is waited for", async () => {
  const stubs = { "jwt-validation": "next" };
  const upstream = async ({ method }: { readonly method: string }) => {
    await Promise.resolve();
    return { status: 200, body: method };
  };
  expect(await run({ name: "", request, upstream, expect: { body: "GET" } }, { stubs })).toEqual(
    [],
  );
});

test("only a case that fails has a trace, unless all shall have one", async () => {
  const settings = { stubs: { "jwt-validation": "next" } } as const;
  const one = { name: "", request, expect: { outcome: "forwarded" } } as const;
  const fails = { ...one, expect: { outcome: "denied" } } as const;
  const quiet = new CaseRunner(limited, settings);
  expect((await quiet.run(one)).outcome.trace).toBeUndefined();
  expect((await quiet.run(fails)).outcome.trace).toBeDefined();
  expect(
    (await new CaseRunner(limited, settings, { trace: true }).run(one)).outcome.trace,
  ).toBeDefined();
});

test("an exchange that cannot be is an error, and not a difference", async () => {
  const one = { name: "", request: { url: "nowhere" }, expect: { outcome: "failed" } } as const;
  await expect(new CaseRunner(limited).run(one)).rejects.toThrow(ExchangeError);
});

const signedIn = await compilePolicy({
  on_http_request: [
    { name: "Sign in", actions: [{ type: "oauth", config: { provider: "google" } }] },
    {
      name: "Greets",
      expressions: ["req.url.path == '/hi'"],
      actions: [
        {
          type: "custom-response",
          config: { status_code: 200, body: "hi ${req.user_agent.name}" },
        },
      ],
    },
  ],
} as never);

const expecting = async (path: string, expected: Expectation): Promise<string> => {
  const one = { name: "a", request: { url: `https://example.com${path}` }, expect: expected };
  const { differences } = await new CaseRunner(signedIn).run(one);
  if (differences.length === 0) return "passes";
  return differences.every(isNotKnown) ? "undecided" : "fails";
};

test.each<[string, string, Expectation]>([
  ["what holds in each possible outcome", "passes", { matched: ["Sign in"] }],
  ["what holds in none of them", "fails", { notMatched: ["Sign in"] }],
  ["what holds in one of them", "undecided", { outcome: "forwarded" }],
])("of a sign-in that only the service can do, %s %s", async (_what, result, expected) => {
  expect(await expecting("/", expected)).toBe(result);
});

test.each<[string, Expectation]>([
  ["the letters of what stands for it", { body: { matches: "user_agent" } }],
  ["any text", { body: { matches: ".*" } }],
  ["another text", { body: "no" }],
])("%s cannot be expected of a text that is unknown", async (_what, expected) => {
  expect(await expecting("/hi", expected)).toBe("undecided");
});

test.each<[string, Expectation["body"]]>([
  ["passes", { matches: "^hi " }],
  ["passes", /h[ij]/],
  ["undecided", { matches: "^hi $" }],
  ["undecided", { matches: String.raw`hi\b` }],
  ["undecided", { matches: "hi .*user" }],
  ["undecided", "hi "],
])("of a text that begins as it is known to, a case %s that expects %j", async (result, body) => {
  const greeting = { status_code: 200, body: "hi ${req.user_agent.name}" };
  const actions = [{ type: "custom-response", config: greeting }];
  const greets = await compilePolicy({ on_http_request: [{ actions }] } as never);
  const one = { name: "a", request: { url: "https://example.com/" } };
  const expected = body === undefined ? {} : { body };
  const { differences } = await new CaseRunner(greets).run({ ...one, expect: expected });
  const undecided = differences.length > 0 && differences.every(isNotKnown);
  expect(undecided ? "undecided" : differences.length === 0 ? "passes" : "fails").toBe(result);
});
