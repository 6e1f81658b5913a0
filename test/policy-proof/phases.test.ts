import {
  compareOutcome,
  compilePolicy,
  CaseRunner,
  PolicyCoverage,
  type CompiledPolicy,
  type Exchange,
} from "@traffic-policy/policy-engine";
import type { JsonObject } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import {
  comparePolicies,
  Prover,
  suggestCases,
  type Assertion,
  type ProofOptions,
  type Reached,
} from "@traffic-policy/policy-proof";
import { describe, expect, test } from "vitest";
import { whileTime } from "../seeded.ts";
import { outcomeOf, seen } from "./random-policies.ts";

const deny = { type: "deny" };
const tag = (value: string) => ({ type: "add-headers", config: { headers: { "x-tag": value } } });
const forward = (url: string, config: JsonObject = {}) => ({
  type: "forward-internal",
  config: { url, ...config },
});
const replace = (from: string, to: string) => ({
  type: "sse-find-replace",
  config: { replacements: [{ from, to }] },
});
const log = (text: string) => ({ type: "log", config: { metadata: { text } } });
const fromUs = "conn.geo.country_code == 'US'";

type Action = Readonly<Record<string, unknown>>;

function rule(expressions: string | readonly string[], ...actions: readonly Action[]) {
  return { expressions: [expressions].flat(), actions };
}

function compiled(document: object): Promise<CompiledPolicy> {
  return compilePolicy(document as JsonObject, { protocol: "http", dialect: phasesDialect });
}

async function reached(document: object, path: string, options?: ProofOptions): Promise<Reached> {
  const policy = await compiled(document);
  const found = policy.rules.find((one) => one.path === path);
  if (found === undefined) throw new Error(`There is no ${path}.`);
  return new Prover(policy, options).matching(found);
}

async function proved(
  document: object,
  assertion: Omit<Assertion, "name">,
  options?: ProofOptions,
) {
  return new Prover(await compiled(document), options).prove({ name: "It holds", ...assertion });
}

async function compared(before: object, after: object, options?: ProofOptions) {
  const [one, other] = await Promise.all([compiled(before), compiled(after)]);
  const found = comparePolicies(one, other, options);
  const differences = found.groups.flatMap((group) => group.differences);
  return { ...found, differences };
}

const closing = { on_tcp_connect: [rule(fromUs, deny)] };

describe("a rule of on_tcp_connect that closes", () => {
  test("lets no request of the connection come to the rules of requests", async () => {
    const document = { ...closing, on_http_request: [rule(fromUs, tag("1")), rule([], tag("2"))] };
    expect(await reached(document, "/on_http_request/0")).toMatchObject({
      kind: "never",
      by: [{ path: "/on_tcp_connect/0" }],
    });
    expect((await reached(document, "/on_http_request/1")).kind).toBe("reached");
  });

  test("is not answered with a status", async () => {
    const document = { ...closing, on_http_request: [rule([], deny)] };
    const isClosed = await proved(document, { when: fromUs, always: "closed" });
    expect(isClosed.kind).toBe("proved");
    expect((await proved(document, { when: fromUs, never: { status: 403 } })).kind).toBe("proved");
    expect((await proved(document, { always: "answered" })).kind).toBe("refuted");
    const others = await proved(document, { when: `!(${fromUs})`, always: { status: 403 } });
    expect(others.kind).toBe("proved");
  });

  test("has no answer when it fails, either", async () => {
    const document = { on_tcp_connect: [rule("vars.a == '1'", deny)] };
    const expected = { outcome: "failed", headers: { "content-length": null } } as const;
    expect((await proved(document, { always: expected })).kind).not.toBe("refuted");
    const found = await reached(document, "/on_tcp_connect/0");
    expect(found.kind).not.toBe("reached");
  });

  test.each([
    ["deny", deny, { before: "closed before any request", after: "answered" }],
    [
      "close-connection",
      { type: "close-connection" },
      { before: "closed before any request", after: "closed" },
    ],
  ])("is not the same as %s of a request", async (_type, action, outcome) => {
    const later = { on_http_request: [rule(fromUs, action)] };
    const { kind, differences } = await compared({ on_tcp_connect: later.on_http_request }, later);
    expect(kind).toBe("different");
    expect(differences).toContainEqual({ what: "outcome", ...outcome });
  });

  test("is the same as another one that closes", async () => {
    const other = { on_tcp_connect: [rule([fromUs], { type: "close-connection" })] };
    expect((await compared(closing, other)).kind).toBe("same");
  });
});

describe("what a connection and its requests share", () => {
  const early = "timestamp(time.now).getHours() < 12";

  test("is not the time: the connection may be older", async () => {
    const document = {
      on_tcp_connect: [rule(early, deny)],
      on_http_request: [rule(early, tag("1"))],
    };
    expect(await reached(document, "/on_http_request/0")).toEqual({
      kind: "unknown",
      reason:
        "No such exchange was found; it depends on what timestamp(time.now) was when the client connected.",
    });
  });

  test("does not keep the time from being looked at once", async () => {
    const document = { on_tcp_connect: [rule(early, deny)], on_http_request: [rule([], tag("1"))] };
    expect((await reached(document, "/on_tcp_connect/0")).kind).toBe("reached");
    expect((await reached(document, "/on_http_request/0")).kind).toBe("reached");
  });

  test("is not the log: a connection has an entry of its own", async () => {
    const rules = [rule([], log("1"))];
    const { kind, differences } = await compared(
      { on_tcp_connect: rules },
      { on_http_request: rules },
    );
    expect(kind).toBe("different");
    expect(differences.map(({ what }) => what)).toEqual([
      "log entries",
      "log entries of the connection",
    ]);
  });
});

describe("forward-internal", () => {
  const toA = forward("https://a.internal");
  const isPost = "req.method == 'POST'";

  test("takes all requests, and is where they go", async () => {
    const document = { on_http_request: [rule([], toA), rule([], deny)] };
    expect(await reached(document, "/on_http_request/1")).toMatchObject({
      kind: "never",
      by: [{ path: "/on_http_request/0" }],
    });
    const expected = { outcome: "forwarded", by: "forward-internal" } as const;
    expect((await proved(document, { always: expected })).kind).toBe("proved");
    expect((await proved(document, { never: { upstream: null } })).kind).toBe("proved");
  });

  test.each([
    ["the same text", "https://a.internal", "https://a.internal", "same"],
    ["the same expression", "https://${req.host}.a", "https://${ req.host }.a", "same"],
    ["another text", "https://a.internal", "https://b.internal", "different"],
    ["another expression", "https://${req.host}.a", "https://${req.method}.a", "different"],
    ["a text and an expression", "https://${req.method}.a", "https://PUT.a", "different"],
  ])("to %s", async (_what, one, other, kind) => {
    const of = (url: string) => ({ on_http_request: [rule([], forward(url))] });
    const found = await compared(of(one), of(other));
    expect(found.kind).toBe(kind);
    const isUrl = found.differences.some(({ what }) => what === "endpoint");
    expect(isUrl).toBe(kind === "different");
  });

  test("is another endpoint also where a rule of the response answers in the end", async () => {
    const on_http_response = [rule([], deny403)];
    const { kind, differences } = await compared(
      { on_http_request: [rule([], toA)], on_http_response },
      { on_http_response },
    );
    expect(kind).toBe("different");
    expect(differences.map(({ what }) => what)).toEqual(["endpoint"]);
  });

  test("is the same however rules are split", async () => {
    const before = { on_http_request: [rule([], toA)] };
    const after = { on_http_request: [rule(isPost, toA), rule(`!(${isPost})`, toA)] };
    expect((await compared(before, after)).kind).toBe("same");
    const wrong = { on_http_request: [rule(isPost, toA), rule("req.method == 'GET'", toA)] };
    const { kind, groups } = await compared(before, wrong);
    expect(kind).toBe("different");
    expect(groups[0]?.after.forwardedTo).toBeUndefined();
  });

  test("to an expression is another endpoint after what it reads has changed", async () => {
    const to = forward("https://${req.headers['x-tag'][0]}.a");
    const guard = rule("!('x-tag' in req.headers)", deny);
    const { kind } = await compared(
      { on_http_request: [guard, rule([], to)] },
      {
        on_http_request: [
          guard,
          rule([], { type: "remove-headers", config: { headers: ["x-tag"] } }, tag("b"), to),
        ],
      },
    );
    expect(kind).toBe("different");
  });

  test("gets the headers that rules before it set, and not those of rules after it", async () => {
    const document = {
      on_http_request: [rule([], tag("1")), rule(isPost, toA), rule([], tag("2"))],
    };
    const claim = (value: string) => ({ upstream: { headers: { "x-tag": value } } });
    const absent = "!('x-tag' in req.headers)";
    expect((await proved(document, { when: [isPost, absent], always: claim("1") })).kind).toBe(
      "proved",
    );
    expect((await proved(document, { when: absent, always: claim("1") })).kind).toBe("refuted");
  });

  test("lets rules of the response run, as the open question is answered", async () => {
    const document = {
      on_http_request: [rule([], toA)],
      on_http_response: [rule("res.status_code == 500", deny403)],
    };
    expect((await reached(document, "/on_http_response/0")).kind).toBe("reached");
    const options = { options: { responseRulesAfterForward: false } };
    expect(await reached(document, "/on_http_response/0", options)).toMatchObject({
      kind: "never",
    });
    const claim = { when: "res.status_code == 500", always: { status: 403 } };
    expect(await proved(document, claim)).toMatchObject({
      kind: "proved",
      dependsOn: [{ question: "responseRulesAfterForward", answer: false }],
    });
  });

  test("lets the next action run when it fails and on_error says so: a stub decides", async () => {
    const document = {
      on_http_request: [rule([], forward("https://a.internal", { on_error: "continue" }), deny)],
    };
    const always = "denied";
    expect(await proved(document, { never: always })).toEqual({
      kind: "unknown",
      reason:
        "No such exchange was found; it depends on whether https://a.internal can be reached.",
    });
    const stubs = { "forward-internal": "fail" } as const;
    expect((await proved(document, { always }, { stubs })).kind).toBe("proved");
  });

  test("what is unknown names each question that it depends on", async () => {
    const toB = forward("https://b.internal", { on_error: "continue" });
    const both = forward("https://a.internal", { on_error: "continue" });
    const verdict = await proved(
      { on_http_request: [rule([], both, toB, deny)] },
      { never: "denied" },
    );
    expect(verdict).toEqual({
      kind: "unknown",
      reason:
        "No such exchange was found; it depends on whether https://a.internal can be reached and on whether https://b.internal can be reached.",
    });
  });

  test("of a connection is another way than of its requests", async () => {
    const rules = [rule([], toA)];
    const { kind, differences } = await compared(
      { on_tcp_connect: rules },
      { on_http_request: rules },
    );
    expect(kind).toBe("different");
    expect(differences.map(({ what }) => what)).toContain("outcome");
    const document = { on_tcp_connect: rules, on_http_response: [rule([], tag("1"))] };
    expect((await reached(document, "/on_http_response/0")).kind).toBe("never");
  });

  test("lets requests in", async () => {
    const policy = await compiled({
      on_http_request: [rule("req.method == 'GET'", toA), rule([], deny)],
    });
    const asked = new Prover(policy).ask().find(({ name }) => name === "never-let-in");
    expect(asked?.findings.map(({ message }) => message)).toContain(
      "Of the usual methods, only GET reaches the upstream: the rule /on_http_request/1 ends them.",
    );
  });
});

const deny403 = { type: "custom-response", config: { status_code: 403, body: "" } };

describe("rules of on_event_stream_message", () => {
  const ofStreams = (...rules: readonly object[]) => ({ on_event_stream_message: rules });

  test("run for streams of events only", async () => {
    const document = ofStreams(
      rule("res.content_type == 'text/html'", replace("a", "b")),
      rule("res.status_code == 404", replace("a", "b")),
    );
    expect((await reached(document, "/on_event_stream_message/0")).kind).toBe("never");
    expect(await reached(document, "/on_event_stream_message/1")).toMatchObject({
      kind: "reached",
      exchange: { response: { status: 404, headers: { "content-type": "text/event-stream" } } },
    });
  });

  test("do not keep from proving what comes before them", async () => {
    const document = {
      on_http_request: [rule(fromUs, deny)],
      ...ofStreams(rule([], replace("a", "b"))),
    };
    expect((await proved(document, { when: fromUs, always: "denied" })).kind).toBe("proved");
    expect((await proved(document, { never: "failed" })).kind).toBe("proved");
    expect((await compared(document, document)).kind).toBe("same");
  });

  test("run for an answer that is a stream, in place of the response, too", async () => {
    const body = "data: a\n\n";
    const headers = { "content-type": "text/event-stream" };
    const answer = { type: "custom-response", config: { status_code: 200, body, headers } };
    const document = {
      on_http_response: [rule([], answer)],
      ...ofStreams(rule("req.method == 'GET'", replace("a", "b"))),
    };
    expect((await reached(document, "/on_event_stream_message/0")).kind).toBe("reached");
    expect((await proved(document, { always: { body } })).kind).toBe("refuted");
  });

  test("are the same when they replace the same, whatever the rules are called", async () => {
    const one = ofStreams(rule("res.status_code == 200", replace("a", "b"), replace("c", "d")));
    const other = ofStreams(
      { name: "First", ...rule("res.status_code == 200", replace("a", "b")) },
      rule("200 == res.status_code", replace("c", "d")),
    );
    expect((await compared(one, other)).kind).toBe("same");
  });

  test("are different when a message shows it", async () => {
    const one = ofStreams(rule([], replace("secret", "x")));
    const other = ofStreams(rule([], replace("secret", "y")));
    const { kind, groups, differences } = await compared(one, other);
    expect(kind).toBe("different");
    expect(differences.map(({ what }) => what)).toEqual(["body"]);
    expect(groups[0]?.condition).toBe("true");
  });

  test("that read what an earlier message left are named as not known", async () => {
    const read = "actions.ngrok.sse_find_replace.replacements.size() > 0";
    const document = {
      on_http_request: [rule(fromUs, deny)],
      ...ofStreams(rule([], replace("a", "b")), {
        name: "Second",
        ...rule(read, replace("${req.headers['x'][0]}", "d")),
      }),
    };
    expect(await proved(document, { never: { matched: ["Second"] } })).toMatchObject({
      kind: expect.stringMatching(/refuted|unknown/),
    });
    const fails = await proved(
      { ...document, ...ofStreams(rule(read, replace("a", "b"))) },
      { never: { outcome: "failed" } },
    );
    expect(fails).toMatchObject({
      kind: expect.stringMatching(/refuted|unknown/),
    });
    // What comes before is known.
    expect((await proved(document, { when: fromUs, always: "denied" })).kind).toBe("proved");
    expect((await compared(document, document)).kind).toBe("same");
  });
});

test("cases are suggested for rules of all phases, and pass", async () => {
  const policy = await compiled({
    on_tcp_connect: [rule(fromUs, deny), rule("conn.client_ip == '192.0.2.1'", forward("tls://a"))],
    on_http_request: [rule("req.method == 'POST'", forward("https://a.internal"))],
    on_http_response: [rule("res.status_code == 500", tag("1"))],
    on_event_stream_message: [rule("res.status_code == 404", replace("a", "b"))],
  });
  const suggested = suggestCases(policy, new PolicyCoverage(policy));
  expect(suggested.filter((one) => !("case" in one))).toEqual([]);
  const coverage = new PolicyCoverage(policy);
  const runner = new CaseRunner(policy, {}, { trace: true });
  for (const one of suggested) {
    if (!("case" in one)) continue;
    const { outcome, differences } = await runner.run(one.case);
    expect(differences).toEqual([]);
    if (outcome?.trace !== undefined) coverage.add(outcome.trace);
  }
  expect(coverage.gaps()).toEqual([]);
});

describe("over a small domain, what is said is what trying everything says", () => {
  // The conditions below tell no more exchanges apart.
  const exchanges: Exchange[] = ["US", "DE"].flatMap((countryCode) =>
    ["GET", "POST", "PUT"].flatMap((method) =>
      ["text/html", "text/event-stream"].flatMap((type) =>
        [200, 500].map((status) => ({
          connection: { geo: { countryCode } },
          request: { method, url: "https://example.com/" },
          response: { status, headers: { "content-type": type }, body: "data: a\n\n" },
        })),
      ),
    ),
  );
  const stream = { "content-type": "text/event-stream" };
  const answer = (headers: JsonObject) => ({
    type: "custom-response",
    config: { status_code: 403, body: "data: a\n\n", headers },
  });
  const ofConnection = [
    [],
    [rule(fromUs, deny)],
    [rule(`!(${fromUs})`, forward("tls://a.internal"))],
    [rule(fromUs, log("1")), rule(fromUs, { type: "close-connection" })],
  ];
  const ofRequest = [
    [],
    [rule("req.method == 'POST'", forward("https://a.internal")), rule([], tag("1"))],
    [rule([], tag("1")), rule("req.method == 'POST'", forward("https://a.internal"))],
    [rule(fromUs, forward("https://b.internal"))],
    [rule("req.method == 'GET'", answer({})), rule([], forward("https://a.internal"))],
    [rule("req.method == 'GET'", answer(stream))],
  ];
  const ofResponse = [
    [],
    [rule("res.status_code == 500", answer({}))],
    [rule([], tag("2"))],
    [rule([], answer(stream))],
  ];
  const ofMessages = [[], [rule(fromUs, replace("a", "b"))], [rule([], replace("a", "b"))]];
  const documents = ofConnection.flatMap((on_tcp_connect) =>
    ofRequest.flatMap((on_http_request) =>
      ofResponse.flatMap((on_http_response) =>
        ofMessages.map((on_event_stream_message) => ({
          on_tcp_connect,
          on_http_request,
          on_http_response,
          on_event_stream_message,
        })),
      ),
    ),
  );
  const answers = [{}, { responseRulesAfterForward: false }, { outboundAfterAnswer: true }];

  test("which rules match", async () => {
    const wrong: unknown[] = [];
    for (const [index, document] of whileTime([...documents.entries()])) {
      const options = answers[index % answers.length] ?? {};
      const policy = await compiled(document);
      const outcomes = exchanges.map((one) => outcomeOf(policy, one, options));
      for (const { target, reached: found } of new Prover(policy, { options }).reach()) {
        if (target.never !== "matched" && target.never !== "true") continue;
        const has = outcomes.some(({ matched }) =>
          matched.some(({ path }) => path === target.rule.path),
        );
        if (found.kind !== (has ? "reached" : "never")) wrong.push([document, target.path, found]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("how exchanges end", async () => {
    const wrong: unknown[] = [];
    const words = ["closed", "denied", "answered", "forwarded"] as const;
    for (const [index, document] of whileTime([...documents.entries()])) {
      const options = answers[index % answers.length] ?? {};
      const policy = await compiled(document);
      const prover = new Prover(policy, { options });
      const outcomes = exchanges
        .filter(({ connection }) => connection?.geo?.countryCode === "US")
        .map((one) => outcomeOf(policy, one, options));
      for (const outcome of words) {
        const expected = { outcome, by: index % 2 === 0 ? "forward-internal" : "deny" } as const;
        for (const claim of [outcome, expected]) {
          const { kind } = await prover.prove({ name: "", when: fromUs, never: claim });
          const happens = outcomes.some(
            (one) => compareOutcome(one, claim === outcome ? { outcome } : expected).length === 0,
          );
          if (kind !== (happens ? "refuted" : "proved")) wrong.push([document, claim, kind]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("whether policies are the same", async () => {
    const wrong: unknown[] = [];
    const counts = { same: 0, different: 0, unknown: 0 };
    for (const [index, document] of whileTime([...documents.entries()])) {
      // Policies that differ in one section, or in all.
      const others = [1, 3, 12, 72, 7 * index].map(
        (step) => documents[(index + step) % documents.length],
      );
      for (const other of others) {
        const options = answers[index % answers.length] ?? {};
        const [before, after] = [await compiled(document), await compiled(other ?? {})];
        const differ = exchanges.some(
          (one) =>
            seen(before, outcomeOf(before, one, options)) !==
            seen(after, outcomeOf(after, one, options)),
        );
        const { kind, unknown } = comparePolicies(before, after, { options });
        counts[kind] += 1;
        if (kind !== (differ ? "different" : "same"))
          wrong.push([JSON.stringify(document), JSON.stringify(other), kind, differ, unknown]);
      }
    }
    expect(wrong).toEqual([]);
    expect([counts.same > 0, counts.different > 0]).toEqual([true, true]);
  });
});
