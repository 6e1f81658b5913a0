import {
  compilePolicy,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
} from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { comparePolicies } from "@traffic-policy/policy-proof";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { howMany, sampled, seededAsync } from "../seeded.ts";
import { arbitraryExchange, outcomeOf, seenOutside } from "./random-policies.ts";

type Action = { readonly type: string; readonly config?: object };
type Rule = { readonly expressions?: readonly string[]; readonly actions: readonly Action[] };
type Rules = { readonly inbound: readonly Rule[]; readonly outbound: readonly Rule[] };

// The same rules in each dialect, as they are written there.
const inDirections = ({ inbound, outbound }: Rules): Promise<CompiledPolicy> =>
  compilePolicy({ inbound, outbound } as unknown as JsonValue);
const inPhases = ({ inbound, outbound }: Rules): Promise<CompiledPolicy> =>
  compilePolicy({ on_http_request: inbound, on_http_response: outbound } as unknown as JsonValue);

const does = (...actions: Action[]): Rule => ({ actions });
const answer = (config: object) => ({ type: "custom-response", config });
const add = (value = "2") => ({ type: "add-headers", config: { headers: { "x-r": value } } });
const remove = (...headers: string[]) => ({ type: "remove-headers", config: { headers } });
const to = (type: string, config: object): Action => ({ type, config });
const both = (text: string) => ({ status_code: 200, content: text, body: text });
const milliseconds = "duration(req.headers['x-a'][0] + '00ms').getMilliseconds()";

async function compared(before: Rules, after = before): Promise<string> {
  return comparePolicies(await inDirections(before), await inPhases(after)).kind;
}

describe("across dialects", () => {
  test.each<[string, Rule[], Rule[]]>([
    ["an answer that rules for responses change", [does(answer(both("x")))], [does(add())]],
    [
      "an answer of which they remove a header",
      [does(answer({ ...both("x"), headers: { "x-r": "1" } }))],
      [does(remove("x-r"))],
    ],
    ["an answer that they log", [does(answer(both("x")))], [does(to("log", { metadata: {} }))]],
    [
      "milliseconds of a duration",
      [{ expressions: ["duration('1.5s').getMilliseconds() == 500"], actions: [to("deny", {})] }],
      [],
    ],
    ["a text with them", [does(answer(both("${duration('1.5s').getMilliseconds()}")))], []],
    ["names of parts of the URL", [does(to("url-rewrite", { from: "/$", to: "/x$host" }))], []],
    ["the same in a redirect", [does(to("redirect", { from: "/$", to: "/x$host" }))], []],
    [
      "addresses that are interpolated",
      [does(to("restrict-ips", { allow: ["${conn.client_ip}"] }))],
      [],
    ],
    ["an answer with the default status", [does(answer({ content: "x", body: "x" }))], []],
    [
      "an answer with two contents",
      [does(answer({ status_code: 200, content: "a", body: "${req.method}" }))],
      [],
    ],
  ])("not the same: %s", async (_name, inbound, outbound) => {
    expect(await compared({ inbound, outbound })).not.toBe("same");
  });

  test.each<[string, Rule[], Rule[]]>([
    ["an answer that nothing changes", [does(answer(both("x")))], []],
    ["a header that is removed and not there", [does(answer(both("x")))], [does(remove("server"))]],
    ["a refusal", [does(to("deny", {}))], [does(add())]],
    [
      "a limit, whose default in one dialect is not written",
      [
        does(
          to("rate-limit", {
            name: "x",
            algorithm: "sliding_window",
            capacity: 10,
            rate: "60s",
            bucket_key: ["conn.client_ip"],
          }),
        ),
      ],
      [],
    ],
    [
      "a rewrite without names",
      [does(to("url-rewrite", { from: "/a", to: "/b$1" }))],
      [does(add())],
    ],
    [
      "milliseconds of a time",
      [
        {
          expressions: ["timestamp(time.now).getMilliseconds() == 500"],
          actions: [to("deny", {})],
        },
      ],
      [],
    ],
  ])("the same: %s", async (_name, inbound, outbound) => {
    expect(await compared({ inbound, outbound })).toBe("same");
  });
});

test("in one dialect, an answer that rules for responses change is not a refusal", async () => {
  const outbound = [does(add())];
  const [one, other] = await Promise.all(
    [answer({ status_code: 403 }), to("deny", {})].map((action) =>
      inPhases({ inbound: [does(action)], outbound }),
    ),
  );
  if (one === undefined || other === undefined) throw new Error("There are two.");
  expect(comparePolicies(one, other).kind).toBe("different");
});

const condition = fc.constantFrom(
  "req.method == 'POST'",
  "hasReqHeader('X-A')",
  "req.url.path.startsWith('/a')",
  `hasReqHeader('X-A') && ${milliseconds} == 200`,
  `${milliseconds} > 150`,
  "[duration('1.2s'), duration('200ms')].exists(d, d.getMilliseconds() == 1200)",
);
const text = fc.constantFrom("x", "${req.method}", `\${${milliseconds}}`);
const inboundAction = fc.oneof(
  { weight: 3, arbitrary: text.map((one) => answer(both(one))) },
  text.map((one) => answer({ ...both(one), headers: { "x-r": "1", server: one } })),
  fc.constantFrom(answer({ content: "x", body: "x" }), answer({ status_code: 403 })),
  fc.constantFrom(to("deny", {}), to("deny", { status_code: 401 })),
  fc
    .constantFrom("url-rewrite", "redirect")
    .chain((type) =>
      fc
        .constantFrom("/b", "/$host", "/b$uri", "/${req.method}", "/$args")
        .map((one) => to(type, { from: "/a", to: one })),
    ),
  fc
    .constantFrom(["0.0.0.0/0"], ["10.0.0.0/8"], ["${conn.client_ip}/32"])
    .map((allow) => to("restrict-ips", { allow })),
  text.map(add),
);
const outboundAction = fc.oneof(
  text.map(add),
  fc.constantFrom(remove("x-r"), remove("server")),
  text.map((one) => to("log", { metadata: { a: one } })),
);
const rulesOf = (action: fc.Arbitrary<Action>, maxLength: number): fc.Arbitrary<Rule[]> =>
  fc.array(
    fc.record({
      expressions: fc.array(condition, { maxLength: 1 }),
      actions: fc.array(action, { minLength: 1, maxLength: 2 }),
    }),
    { maxLength },
  );
const arbitraryRules: fc.Arbitrary<Rules> = fc.record({
  inbound: rulesOf(inboundAction, 3),
  outbound: rulesOf(outboundAction, 2),
});

const exchanges = [
  ...sampled(arbitraryExchange, howMany(30, 300)),
  ...["1", "2", "12"].map((value): Exchange => ({
    request: { url: "/a?q=1", headers: { "x-a": value } },
    response: { status: 200, headers: { server: "s" } },
  })),
];

/** What is seen from outside; no content is an empty one. */
function seenByClient(outcome: Outcome): string {
  const { response } = outcome;
  return seenOutside({ ...outcome, ...(response && { response: { body: "", ...response } }) });
}

test("what is the same in both dialects does the same to every exchange, each by its own defaults", async () => {
  const counts = new Map<string, number>();
  await seededAsync(
    fc.asyncProperty(arbitraryRules, fc.boolean(), fc.nat(), async (rules, isCut, at) => {
      const inbound = isCut ? rules.inbound.toSpliced(at % 3, 1) : rules.inbound;
      const before = await inDirections(rules);
      const after = await inPhases({ ...rules, inbound });
      const { kind } = comparePolicies(before, after);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const differing = exchanges.filter((exchange) => {
        const outcomes = [before, after].map((policy) => outcomeOf(policy, exchange, {}));
        const isOpen = outcomes.some(({ notSimulated }) => notSimulated.length > 0);
        return !isOpen && new Set(outcomes.map(seenByClient)).size > 1;
      });
      expect(kind === "same" ? differing : []).toEqual([]);
    }),
    60,
    3000,
    20,
  );
  expect(counts.get("same")).toBeGreaterThan(0);
  expect(counts.get("different")).toBeGreaterThan(0);
});
