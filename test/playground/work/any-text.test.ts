import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer } from "../../../packages/playground/src/work/answer.ts";
import type {
  ExchangeText,
  PolicyText,
  Problem,
  QuestionKind,
  WorkRequest,
} from "../../../packages/playground/src/work/messages.ts";
import { seededAsync } from "../../seeded.ts";
import { stillClock } from "./ask.ts";

const policies = [
  `inbound:
  - name: A
    expressions: ["req.method == 'POST' && conn.client_ip.inCidrRange('10.0.0.0/8')"]
    actions:
      - { type: deny, config: { status_code: 403 } }
      - { type: custom-response, config: { body: "\${req.url}" } }
outbound: [{ expressions: &e ["res.status_code == 200"], actions: [{ type: compress-response }] }]
`,
  `{"inbound": [{"name": "A", "expressions": ["'a' in req.headers", "req.url.path.matches('^(a|b)+$')"], "actions": [{"type": "url-rewrite", "config": {"from": "/(.*)", "to": "/b/$1"}}]}]}`,
  `on_http_request:
  - name: A
    expressions: ["req.method == 'POST'"]
    actions: [{ type: set-vars, config: { vars: [{ a: "\${req.url}" }] } }, { type: custom-response, config: { body: a } }]
on_http_response: [{ actions: [{ type: compress-response }] }]
`,
];

const exchanges: readonly ExchangeText[] = [
  {
    format: "exchange",
    text: "request: { url: https://a.example/, method: POST }\nresponse: { status: 200 }",
  },
  { format: "curl", text: "curl -X POST 'https://a.example/' -H 'a: b' -d c=1" },
  {
    format: "har",
    text: '{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/", "headers": []}, "response": {"status": 200, "headers": []}}]}}',
  },
];

const cases =
  "cases:\n  - { name: a, request: { url: https://a.example/ }, expect: { outcome: forwarded, status: 200 } }\n";
const assertions = "assertions:\n  - { name: a, when: \"req.method == 'POST'\", always: denied }\n";

const pieces = [
  ..."{}[]:,'\"&*#|>-!?%@` \n\t\r\\$0123456789.eE+",
  "\u0000",
  "\u2028",
  "\ud800",
  "\ufeff",
  "🎉",
  "null",
  "true",
  "1e999",
  "-0",
  "__proto__",
  "constructor",
  "inbound:",
  "outbound",
  "on_http_request",
  "on_tcp_connect:",
  "actions",
  "type: deny",
  "config",
  "&a [*a]",
  "*e",
  "<<: *e",
  "!!binary",
  "---\n",
  "...",
  "(?<a>",
  "(a+)+$",
  "a{1000}",
  "((((",
  "))))",
  "&& || ! ?:",
  "req.headers['a'][0]",
  "size(req.url)",
  "${",
  "}",
  "\\u0026",
];

/** A text in which some places were changed. */
function changed(texts: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat(600),
    fc.nat(12),
    fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 3 }))
        .map(([text, edits]) =>
          edits.reduce((all, [at, cut, put]) => {
            const place = at % (all.length + 1);
            return all.slice(0, place) + put.join("") + all.slice(place + cut);
          }, text),
        ),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join(" ")) },
  );
}

const maybe = (right: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(right) },
    { weight: 2, arbitrary: changed([right]) },
  );

const policyText: fc.Arbitrary<PolicyText> = fc.oneof(
  fc.record({
    language: fc.constantFrom("json", "yaml"),
    text: fc.oneof(changed(policies), fc.constantFrom(...policies)),
  }),
  fc.record({
    language: fc.constant("typescript"),
    text: changed(policies),
    places: fc.constant({ "": { line: 1, column: 1, endLine: 1, endColumn: 1 } }),
  }),
) as fc.Arbitrary<PolicyText>;

const exchangeText = fc.constantFrom(...exchanges).chain(({ format, text }) =>
  fc.record(
    {
      format: fc.constant(format),
      text: maybe(text),
      entry: fc.constantFrom(1, 2, 0, -1, Number.NaN),
    },
    { requiredKeys: ["format", "text"] },
  ),
);

const about = { policy: policyText, protocol: fc.constantFrom(undefined, "http", "tcp") } as const;

const requests: fc.Arbitrary<Omit<WorkRequest, "id">> = fc.oneof(
  fc.record({
    kind: fc.constant("simulate"),
    question: fc.record({ ...about, exchange: exchangeText }),
  }),
  fc.record({
    kind: fc.constant("runCases"),
    question: fc.record({ ...about, cases: maybe(cases) }),
  }),
  fc.record({
    kind: fc.constant("suggestCases"),
    question: fc.record({ ...about, cases: maybe(cases) }),
  }),
  fc.record({
    kind: fc.constant("prove"),
    question: fc.record({ ...about, assertions: maybe(assertions) }),
  }),
  fc.record({ kind: fc.constant("compare"), question: fc.record({ ...about, other: policyText }) }),
  fc.record({ kind: fc.constantFrom("deployed", "lint", "draw"), question: fc.record(about) }),
  fc.record({
    kind: fc.constant("migrate"),
    question: fc.record({ ...about, forwardTo: maybe("https://a.internal") }),
  }),
) as fc.Arbitrary<Omit<WorkRequest, "id">>;

function textOf(question: object, input: Problem["input"]): string {
  const given = (question as Readonly<Record<string, string | { readonly text: string }>>)[
    input ?? ""
  ];
  return typeof given === "string" ? given : (given?.text ?? "");
}

function checkProblem(problem: Problem, question: object): void {
  expect(problem.message).toMatch(/\S.*[.!?…]$/s);
  expect(problem.message).not.toContain("This is a bug");
  expect(problem.message).not.toMatch(/undefined|\[object/);
  const { place, input } = problem;
  if (
    place === undefined ||
    (question as { policy?: PolicyText }).policy?.language === "typescript"
  )
    return;
  const lines = textOf(question, input)
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/);
  const { line, column, endLine, endColumn } = place;
  const isIn = (at: number, of: number): boolean =>
    at >= 1 && at <= lines.length && of >= 1 && of <= (lines[at - 1]?.length ?? 0) + 2;
  expect({ place, isIn: isIn(line, column) && isIn(endLine, endColumn) }).toEqual({
    place,
    isIn: true,
  });
}

describe("whatever the texts are, a question is answered, or one sentence with its place says why not", () => {
  test("texts that were changed at random", async () => {
    const states = { answered: 0, refused: 0 };
    const tried = await seededAsync(
      fc.asyncProperty(requests, async ({ kind, question }) => {
        const reply = await answer(kind, question, stillClock);
        // It goes from one thread to the other.
        expect(structuredClone(reply)).toEqual(reply);
        states[reply.state] += 1;
        if (reply.state === "refused") checkProblem(reply.problem, question);
      }),
      400,
      6000,
      40,
    );
    expect(Math.min(states.answered, states.refused)).toBeGreaterThan(tried / 20);
  }, 120_000);

  const nested = (count: number): string => "[".repeat(count) + "]".repeat(count);
  const bombs: Readonly<Record<string, string>> = {
    "lists in lists, a hundred thousand deep": nested(100_000),
    "lists in lists, as deep as documents may be": `inbound: ${nested(400)}`,
    "aliases that multiply": Array.from(
      { length: 30 },
      (_, index) =>
        `a${index}: &a${index} [${index === 0 ? "x" : `*a${index - 1}, *a${index - 1}`}]`,
    ).join("\n"),
    "an alias in itself": "inbound: &a [*a]",
    "an expression with thousands of parentheses": `inbound: [{ expressions: ["${"(".repeat(5000)}true${")".repeat(5000)}"], actions: [] }]`,
    "an expression with thousands of operands": `inbound: [{ expressions: ["${"req.method == 'a' || ".repeat(3000)}false"], actions: [{ type: deny }] }]`,
    "a pattern that explodes elsewhere": `inbound: [{ expressions: ["req.url.path.matches('^(a+)+(b|c+)*(?:d{1,500}){1,2}$')"], actions: [{ type: deny }] }]`,
    "a pattern of a thousand repetitions": `inbound: [{ expressions: ["req.url.path.matches('(x{1000}){1000}')"], actions: [{ type: deny }] }]`,
    "values of wrong types": `inbound: { a: 1 }\noutbound: [1, null, "a", [], { actions: { type: 5 }, expressions: 7, name: [] }, { actions: [1, null, { type: 5, config: "a" }, { type: deny, config: [] }] }]`,
    "null bytes": "inbound:\0",
    "a list": "[]",
    "a text": "a",
    "a megabyte": `inbound: [{ name: "${"a".repeat(1_000_000)}", actions: [] }]`,
  };

  test.each(Object.keys(bombs))(
    "%s",
    async (name) => {
      const text = bombs[name] ?? "";
      for (const language of ["yaml", "json"] as const) {
        const policy = { language, text };
        const kinds: readonly QuestionKind[] = [
          "simulate",
          "runCases",
          "prove",
          "compare",
          "deployed",
          "lint",
          "suggestCases",
          "migrate",
        ];
        for (const kind of kinds) {
          const question = {
            policy,
            other: policy,
            cases,
            assertions,
            exchange: exchanges[0],
            seconds: 1,
          };
          const start = performance.now();
          const clock = { now: () => 0, elapsed: () => performance.now() - start };
          const reply = await answer(kind, question as never, clock);
          if (reply.state === "refused") checkProblem(reply.problem, question);
        }
      }
      const policy = { language: "yaml", text: policies[0] };
      for (const [kind, question] of [
        ["runCases", { policy, cases: text }],
        ["prove", { policy, assertions: text }],
        ["simulate", { policy, exchange: { format: "exchange", text } }],
        ["simulate", { policy, exchange: { format: "har", text } }],
        ["simulate", { policy, exchange: { format: "curl", text } }],
      ] as const) {
        const reply = await answer(kind, question as never, stillClock);
        expect(reply.state).toMatch(/answered|refused/);
        if (reply.state === "refused") checkProblem(reply.problem, question);
      }
    },
    120_000,
  );
});
