import { describe, expect, test } from "vitest";
import { ask, at, refusalOf, yaml } from "./ask.ts";

const text = `inbound:
  - name: Post
    expressions: ["req.method == 'POST' || 'x-a' in req.headers"]
    actions: [{ type: deny, config: { status_code: 401 } }]
  - name: Never
    expressions: ["req.method == 'POST'"]
    actions: [{ type: deny }]
`;
const policy = yaml(text);

const cases = `cases:
  - name: POST is refused
    request: { method: POST, url: https://a.example/ }
    expect: { outcome: denied, status: 403 }
  - name: Others
    request: { url: https://a.example/ }
    each:
      - { request: { method: GET }, expect: { outcome: forwarded } }
      - { request: { method: PUT }, connection: { clientIp: 192.0.2.1 }, expect: { upstream: null } }
  - name: No request
    expect: { outcome: denied }
`;

describe("cases", () => {
  test("pass, fail, or cannot be run; each at its place, with what decided", async () => {
    const { summary, counts, cases: found } = await ask("runCases", { policy, cases });
    expect(summary).toMatch(/^2 failed, 1 could not be run, 1 passed\. \d+ % is covered\.$/);
    expect(counts).toEqual({ passed: 1, failed: 2, undecided: 0, errors: 1 });
    expect(
      found.map(({ name, state, place }) => [name, state, at(cases, place)?.split("\n")[0]]),
    ).toEqual([
      ["POST is refused", "failed", "name: POST is refused"],
      [
        "Others: method GET",
        "passed",
        "{ request: { method: GET }, expect: { outcome: forwarded } }",
      ],
      [
        "Others: method PUT, clientIp 192.0.2.1",
        "failed",
        "{ request: { method: PUT }, connection: { clientIp: 192.0.2.1 }, expect: { upstream: null } }",
      ],
      ["No request", "error", "name: No request"],
    ]);
    const [post, , put, none] = found;
    expect(post).toMatchObject({
      result: { text: "answered with 401" },
      differences: [{ what: "status", expected: "403", received: "401" }],
      directions: [{ rules: [{ result: "matched" }, { result: "skipped" }] }, {}],
    });
    expect(put?.exchange?.document).toBe(
      "request:\n  url: https://a.example/\n  method: PUT\nconnection:\n  clientIp: 192.0.2.1\n",
    );
    expect(none?.problem).toEqual({
      message: "There is no request, but the policy is for http.",
      help: 'Add "request" with a URL.',
      input: "cases",
      place: expect.anything(),
    });
  });

  test("leave gaps, each with its place, and why no case can close it", async () => {
    const { coverage } = await ask("runCases", { policy, cases });
    expect(
      coverage.rules.map(({ name, matched, notMatched }) => [name, matched, notMatched]),
    ).toEqual([
      ["Post", 1, 2],
      ["Never", 0, 2],
    ]);
    expect(
      coverage.gaps.map(({ message, place, unreachable = "" }) => [
        message,
        at(text, place),
        unreachable,
      ]),
    ).toEqual([
      [
        "'x-a' in req.headers never decides by being true in the inbound rule \"Post\".",
        "'x-a' in req.headers",
        "",
      ],
      [
        "req.method == 'POST' is never true in the inbound rule \"Never\".",
        "\"req.method == 'POST'\"",
        expect.stringContaining('the rule "Post" takes all of its requests.'),
      ],
    ]);
  });

  test("say themselves what the policy is for, and what the service does", async () => {
    const tcp = `protocol: tcp\nstubs: { own-action: close }\ncases: [{ name: a, expect: { outcome: closed } }]`;
    const found = await ask("runCases", {
      policy: yaml("inbound: [{ actions: [{ type: own-action }] }]"),
      cases: tcp,
    });
    expect(found).toMatchObject({ counts: { passed: 1 } });
  });

  test("of a site are refused in a sentence, at its key", async () => {
    const site = cases.replace("cases:", "site: .\ncases:");
    const { message, place } = await refusalOf("runCases", { policy, cases: site });
    expect(message).toBe("The cases of a site run only on the command line: here is one policy.");
    expect(at(site, place)).toBe("site");
  });
});

describe("a document of cases is one sentence with its place when", () => {
  test.each([
    ["it is empty", " \n", "The cases document is empty.", undefined],
    ["it is no YAML", "cases: [", "A bracket is not closed.", "["],
    ["a key is unknown", "cases: []\nmore: 1", 'Unknown key "more".', "more"],
    ["a case expects nothing", "cases: [{ name: a }]", "The case expects nothing.", "{ name: a }"],
    [
      "a stub is for no action",
      "stubs: { deni: next }\ncases: [{ name: a, request: { url: https://a.example/ }, expect: { status: 401 } }]",
      'The policy has no action "deni".',
      "deni",
    ],
    [
      "a pattern is none",
      "cases: [{ name: a, request: { url: https://a.example/ }, expect: { body: { matches: '(' } } }]",
      expect.stringMatching(/^This is not a regular expression: /),
      "'('",
    ],
    [
      "it names a file",
      "cases: [{ name: a, request: { url: https://a.example/, bodyFile: ../b.txt }, expect: { status: 401 } }]",
      "Files cannot be read here.",
      "../b.txt",
    ],
  ])("%s", async (_when, given, message, part) => {
    const problem = await refusalOf("runCases", { policy, cases: given });
    expect(problem).toMatchObject({ input: "cases", message });
    expect(at(given, problem.place)).toBe(part);
  });
});

describe("suggested cases", () => {
  test("pass, and cover what was not covered", async () => {
    const first = await ask("suggestCases", { policy });
    expect(first.count).toBeGreaterThan(2);
    const { counts, coverage } = await ask("runCases", { policy, cases: first.document });
    expect(counts).toEqual({ passed: first.count, failed: 0, undecided: 0, errors: 0 });
    expect(coverage.percent).toBe(100);
    expect(coverage.gaps.every(({ unreachable }) => unreachable !== undefined)).toBe(true);
  });

  test.each([
    ["YAML", cases],
    [
      "JSON",
      JSON.stringify(
        {
          cases: [
            {
              name: "a",
              request: { url: "https://b.example/x" },
              expect: { outcome: "forwarded" },
            },
          ],
        },
        null,
        2,
      ),
    ],
  ])("are added to those that are there, in %s", async (_language, given) => {
    const { document, count } = await ask("suggestCases", { policy, cases: given });
    expect(count).toBeGreaterThan(0);
    expect(document.startsWith(given.slice(0, 40))).toBe(true);
    const before = await ask("runCases", { policy, cases: given });
    const after = await ask("runCases", { policy, cases: document });
    expect(after.cases).toHaveLength(before.cases.length + count);
    expect(after.counts.failed).toBe(before.counts.failed);
    expect(after.cases.slice(0, before.cases.length)).toEqual(before.cases);
  });

  test("are none where everything is covered", async () => {
    const given =
      "cases: [{ name: a, request: { url: https://a.example/ }, expect: { outcome: denied } }]";
    const all = await ask("suggestCases", {
      policy: yaml("inbound: [{ actions: [{ type: deny }] }]"),
      cases: given,
    });
    expect(all).toMatchObject({ count: 0, document: given });
  });
});
