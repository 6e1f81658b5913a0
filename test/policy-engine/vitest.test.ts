import { compilePolicy, simulate, type Outcome } from "@traffic-policy/policy-engine";
import "@traffic-policy/policy-engine/vitest";
import { describe, expect, test } from "vitest";

const policy = await compilePolicy({
  inbound: [
    {
      name: "Internal",
      expressions: ["req.url.path == '/internal'"],
      actions: [{ type: "deny", config: { status_code: 404 } }],
    },
    {
      name: "Gone",
      expressions: ["req.url.path == '/gone'"],
      actions: [{ type: "custom-response", config: { status_code: 410, content: "Gone." } }],
    },
    {
      name: "Fails",
      expressions: ["req.url.path == '/fails'", "req.headers['x'][0] == 'a'"],
      actions: [{ type: "deny" }],
    },
    {
      name: "Token",
      expressions: ["req.url.path == '/token'"],
      actions: [{ type: "jwt-validation", config: {} }],
    },
    {
      name: "Old",
      expressions: ["req.url.path.startsWith('/v1/')"],
      actions: [{ type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } }],
    },
  ],
});

const tcp = await compilePolicy(
  { inbound: [{ actions: [{ type: "deny" }] }] },
  { protocol: "tcp" },
);

const outcomeOf = (path: string, trace = false): Promise<Outcome> =>
  simulate(policy, { request: { url: `https://example.com${path}` } }, { trace });

describe("what holds", () => {
  test("toDeny", async () => {
    expect(await outcomeOf("/internal")).toDeny();
    expect(await outcomeOf("/internal")).toDeny(404);
    expect(await outcomeOf("/internal")).not.toDeny(403);
    expect(await outcomeOf("/gone")).not.toDeny();
    expect(await simulate(tcp, {})).toDeny();
    await expect(outcomeOf("/internal")).resolves.toDeny(404);
  });

  test("toAnswerWith", async () => {
    expect(await outcomeOf("/gone")).toAnswerWith(410);
    expect(await outcomeOf("/gone")).toAnswerWith({ body: /^Gone/, by: "custom-response" });
    expect(await outcomeOf("/internal")).toAnswerWith(404);
    expect(await outcomeOf("/a")).not.toAnswerWith(410);
  });

  test("toForward and toForwardTo", async () => {
    expect(await outcomeOf("/a")).toForward();
    expect(await outcomeOf("/gone")).not.toForward();
    expect(await outcomeOf("/v1/a")).toForwardTo("https://example.com/v2/a");
    expect(await outcomeOf("/v1/a")).toForwardTo(/\/v2\//, {
      method: "GET",
      headers: { host: "example.com" },
    });
    expect(await outcomeOf("/v1/a")).not.toForwardTo("https://example.com/v1/a");
  });

  test("toClose and toFail", async () => {
    expect(await simulate(tcp, {})).toClose();
    expect(await outcomeOf("/a")).not.toClose();
    expect(await outcomeOf("/fails")).toFail();
    expect(await outcomeOf("/a")).not.toFail();
  });

  test("toMatchRule and toMatchOnlyRules", async () => {
    expect(await outcomeOf("/v1/a")).toMatchRule("Old");
    expect(await outcomeOf("/v1/a")).toMatchRule("/inbound/4");
    expect(await outcomeOf("/a", true)).not.toMatchRule("Old");
    expect(await outcomeOf("/v1/a")).toMatchOnlyRules("Old");
    expect(await outcomeOf("/a")).toMatchOnlyRules();
    expect(await outcomeOf("/a")).not.toMatchOnlyRules("Old");
  });

  test("toMeet", async () => {
    expect(await outcomeOf("/gone")).toMeet({ outcome: "answered", upstream: null, status: 410 });
    expect(await outcomeOf("/gone")).not.toMeet({ outcome: "answered", status: 411 });
  });
});

/** What an assertion that does not hold says. */
function said(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The assertion holds.");
}

describe("what does not hold says why", () => {
  test("with both sides, and the rules that matched", async () => {
    const outcome = await outcomeOf("/internal");
    expect(said(() => expect(outcome).toAnswerWith(410))).toBe(
      "toAnswerWith\nstatus: expected 410, received 404.\nRules that matched: Internal.",
    );
    expect(said(() => expect(outcome).not.toDeny())).toBe(
      'not.toDeny\nIt meets an expectation that it must not meet: {"outcome":"denied"}.\nRules that matched: Internal.',
    );
  });

  test("with a trace, all rules", async () => {
    const outcome = await outcomeOf("/gone", true);
    expect(said(() => expect(outcome).toMatchRule("Internal"))).toBe(
      [
        "toMatchRule",
        'rule "Internal": expected "matched", received "not matched".',
        "Rules:",
        "  Internal: not-matched",
        "  Gone: matched",
        "  Fails: skipped",
        "  Token: skipped",
        "  Old: skipped",
      ].join("\n"),
    );
  });
});

describe("when nobody knows, an assertion fails, and the opposite of it as well", () => {
  test("of an exchange that fails", async () => {
    const outcome = await outcomeOf("/fails");
    expect(said(() => expect(outcome).toMatchRule("Old"))).toContain('received "failed"');
    expect(said(() => expect(outcome).not.toMatchRule("Old"))).toContain('received "failed"');
  });

  test("of an action that is not simulated", async () => {
    const outcome = await outcomeOf("/token");
    expect(said(() => expect(outcome).toForward())).toContain("say what it does with a stub");
    expect(said(() => expect(outcome).not.toDeny())).toContain("say what it does with a stub");
  });

  test.each([
    ["without a trace", false],
    ["with one", true],
  ])("of a rule that the policy does not have, %s", async (_how, trace) => {
    const outcome = await outcomeOf("/a", trace);
    expect(said(() => expect(outcome).toMatchRule("old"))).toContain('Did you mean "Old"?');
    expect(said(() => expect(outcome).not.toMatchRule("old"))).toContain('Did you mean "Old"?');
    expect(said(() => expect(outcome).not.toMatchRule("/inbound/5"))).toContain("no such rule");
    expect(said(() => expect(outcome).not.toMatchOnlyRules("old"))).toContain("no such rule");
    expect(said(() => expect(outcome).not.toMeet({ by: { rule: "old" } }))).toContain("Old");
  });

  test("of something that is no outcome", () => {
    expect(said(() => expect(outcomeOf("/a")).toForward())).toContain("await it first");
  });
});
