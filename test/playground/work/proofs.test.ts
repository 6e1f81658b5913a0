import { describe, expect, test } from "vitest";
import { answer } from "../../../packages/playground/src/work/answer.ts";
import { ask, at, refusalOf, stillClock, yaml } from "./ask.ts";

const text = `inbound:
  - name: Admin
    expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: deny }]
  - name: Again
    expressions: ["req.url.path == '/admin/a'"]
    actions: [{ type: deny }]
  - name: Limit
    expressions: ["req.method == 'POST'"]
    actions: [{ type: rate-limit, config: { algorithm: sliding_window, capacity: 2, rate: 1m, bucket_key: [conn.client_ip] } }]
`;
const policy = yaml(text);

const assertions = `assertions:
  - { name: Admin is closed, when: "req.url.path == '/admin/x'", always: denied }
  - { name: All is closed, always: denied }
  - { name: Nothing, when: "req.method == 'A' && req.method == 'B'", always: denied }
  - { name: No POST fails, when: "req.method == 'POST'", never: { status: 429 } }
`;

describe("assertions", () => {
  test("are proved, or refuted by an exchange that does what is claimed", async () => {
    const proved = await ask("prove", { policy, assertions });
    expect(proved.summary).toMatch(
      /^2 refuted, 2 proved\. Parts of rules: \d+ never reached, \d+ reached\.$/,
    );
    expect(
      proved.assertions.map(({ name, verdict, asserted, place }) => [
        name,
        verdict,
        asserted,
        at(assertions, place)?.slice(0, 8),
      ]),
    ).toEqual([
      ["Admin is closed", "proved", "always denied, when req.url.path == '/admin/x'", "{ name: "],
      ["All is closed", "refuted", "always denied", "{ name: "],
      [
        "Nothing",
        "proved",
        "always denied, when req.method == 'A' && req.method == 'B'",
        "{ name: ",
      ],
      ["No POST fails", "refuted", "never {\"status\":429}, when req.method == 'POST'", "{ name: "],
    ]);
    const [, all, nothing, limit] = proved.assertions;
    expect(nothing?.notes).toEqual([
      "It says nothing, because no exchange satisfies its condition: req.method == 'A' && req.method == 'B'.",
    ]);
    expect(all?.counterexample).toMatchObject({
      differences: [{ what: "outcome", expected: '"denied"', received: '"forwarded"' }],
    });
    expect(limit?.counterexample).toMatchObject({
      times: 3,
      result: { text: "answered with 429" },
    });
    for (const { counterexample } of [all, limit].filter((one) => one !== undefined)) {
      // The field of the exchange takes it.
      const shown = await ask("simulate", {
        policy,
        exchange: { format: "exchange", text: counterexample?.document ?? "" },
      });
      expect(shown.kind).toBe("exchange");
    }
  });

  test.each([
    ["it is no list", "assertions: 5", "5"],
    ["an outcome is none", "assertions: [{ name: a, always: denies }]", "denies"],
    [
      "a condition is none",
      `assertions: [{ name: a, when: "req.methd == 'A'", always: denied }]`,
      "req.methd",
    ],
    ["a rule is none", "assertions: [{ name: a, always: { matched: [Admn] } }]", "Admn"],
    [
      "a stub is for no action",
      "stubs: { a: next }\nassertions: [{ name: b, always: denied }]",
      "a",
    ],
  ])("are one sentence with its place when %s", async (_when, given, part) => {
    const problem = await refusalOf("prove", { policy, assertions: given });
    expect(problem).toMatchObject({ input: "assertions", message: expect.stringMatching(/\.$/) });
    expect(at(given, problem.place)).toBe(part);
  });
});

describe("the reach of rules", () => {
  test("has a witness, or says what is never reached and why", async () => {
    const { rules } = await ask("prove", { policy });
    expect(
      rules.map(({ name, state, place }) => [name, state, at(text, place)?.split("\n")[0]]),
    ).toEqual([
      ["Admin", "reached", "name: Admin"],
      ["Again", "never", "name: Again"],
      ["Limit", "reached", "name: Limit"],
    ]);
    expect(rules[1]?.unreached.map(({ message, place }) => [message, at(text, place)])).toEqual([
      [
        expect.stringContaining('the rule "Admin" takes all of its requests.'),
        "\"req.url.path == '/admin/a'\"",
      ],
    ]);
    for (const { path, witness } of rules.filter((rule) => rule.state === "reached")) {
      const shown = await ask("simulate", {
        policy,
        exchange: { format: "exchange", text: witness?.document ?? "" },
      });
      const traced = shown.kind === "exchange" ? shown.directions.flatMap((one) => one.rules) : [];
      expect(traced.find((rule) => rule.path === path)?.result).toBe("matched");
    }
  });

  test("is unknown when the time is up", async () => {
    let elapsed = 0;
    const clock = { now: () => 0, elapsed: () => (elapsed += 1000) };
    const reply = await answer("prove", { policy, assertions, seconds: 1 }, clock);
    expect(reply).toMatchObject({
      state: "answered",
      answer: {
        isOverTime: true,
        assertions: expect.arrayContaining([expect.objectContaining({ verdict: "unknown" })]),
      },
    });
  });
});

describe("two versions", () => {
  test("do the same: proved", async () => {
    const other = yaml(
      text.replace("req.url.path.startsWith('/admin')", "req.url.path.startsWith('/adm' + 'in')"),
    );
    const compared = await ask("compare", { policy, other });
    expect(compared).toMatchObject({
      verdict: "same",
      documents: "different",
      text: "the same for every request (proved)",
      groups: [],
    });
  });

  test("do not: each group has an exchange that shows it", async () => {
    const other = yaml(text.replace("'/admin'", "'/secret'"));
    const compared = await ask("compare", { policy, other });
    expect(compared.verdict).toBe("different");
    expect(compared.groups.length).toBeGreaterThan(1);
    for (const { exchange, before, after } of compared.groups) {
      const given = { format: "exchange", text: exchange.document } as const;
      const results = [
        await ask("simulate", { policy: other, exchange: given }),
        await ask("simulate", { policy, exchange: given }),
      ].map((one) => (one.kind === "exchange" ? one.result : undefined));
      expect(results).toEqual([before, after]);
      expect(before).not.toEqual(after);
    }
  });

  test("are only written otherwise", async () => {
    const compared = await ask("compare", {
      policy: yaml("inbound: [{ actions: [{ type: deny }] }]"),
      other: { language: "json", text: '{"inbound": [{"actions": [{"type": "deny"}]}]}' },
    });
    expect(compared).toMatchObject({ verdict: "same", documents: "identical", notes: [] });
  });

  test("have a key that nobody knows", async () => {
    const compared = await ask("compare", {
      policy: yaml("inbund: []\ninbound: []"),
      other: policy,
    });
    expect(compared).toMatchObject({
      verdict: "unknown",
      notes: ['The policy has the key "inbund", whose effect is not known.'],
    });
  });

  test("and one of them cannot be read", async () => {
    expect(await refusalOf("compare", { policy, other: yaml("a: b: c") })).toMatchObject({
      input: "other",
      place: { line: 1 },
    });
  });
});

test("with a clock that stands still, an answer comes out the same each time", async () => {
  const question = { policy, assertions } as const;
  const first = await answer("prove", question, stillClock);
  expect(await answer("prove", question, stillClock)).toEqual(first);
});
