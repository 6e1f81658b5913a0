import { DOMParser } from "@xmldom/xmldom";
import { shareOfComment } from "@traffic-policy/report";
import { expect, test } from "vitest";
import { elements, ours, rendered, texts } from "../../../rendered-markdown.ts";
import { gitlabErrors } from "../../../report/gitlab-schema.ts";
import { type Project, projectOf } from "../../project.ts";

const policy = `inbound:
  - name: Posts
    expressions: ["req.method == 'POST'"]
    actions: [{ type: deny }]
  - name: More posts
    expressions: ["req.method == 'POST' && req.url.path == '/'"]
    actions: [{ type: log, config: { metadata: { a: b } } }]
`;

/** One assertion of each kind, and a file that cannot be proved. */
const project = (name = "Puts are denied"): Project =>
  projectOf({
    "web.policy.yaml": policy,
    "web.assertions.yaml": `assertions:
  - { name: Posts are denied, when: req.method == 'POST', always: denied }
  - name: ${JSON.stringify(name)}
    when: { request: { method: PUT } }
    always: denied
`,
    "token.policy.yaml": "inbound: [{ actions: [{ type: jwt-validation }, { type: deny }] }]",
    "token.assertions.yaml": "assertions: [{ name: All are denied, always: { by: deny } }]",
    "empty.assertions.yaml": "assertions: 1",
  });

test("GitHub gets a group a file, an annotation a finding, and a summary", async () => {
  const { status, out } = await project().run("prove", "--format", "github");
  expect(status).toBe(2);
  const lines = out.trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("::"))).toEqual([
    "::group::token.assertions.yaml: 1 unknown, 0 proved",
    "::endgroup::",
    '::warning file=token.assertions.yaml,line=1,endLine=1,col=14,endColumn=60,title=All are denied is unknown::Only the service knows what "jwt-validation" does; say it in "stubs" of the assertion.',
    "::group::web.assertions.yaml: 1 refuted, 1 proved",
    "::endgroup::",
    '::error file=web.assertions.yaml,line=3,endLine=5,title=Puts are denied is refuted::PUT https://example.com/: forwarded; outcome: expected "denied", received "forwarded"',
    '::error file=empty.assertions.yaml,line=1,col=13,title=The file could not be proved::"assertions" must be a list, not a number.%0APut it in square brackets: a list is required, even of one.',
  ]);
  expect(lines.at(-1)).toBe(
    "1 refuted, 1 unknown, 1 proved in 2 files. 1 file could not be proved.",
  );
});

test("GitHub gets an annotation for each part that is never reached", async () => {
  const { out } = await project().run("prove", "--reach", "web.policy.yaml", "--format", "github");
  expect(out.split("\n").filter((line) => line.startsWith("::warning"))).toEqual([
    `::warning file=web.policy.yaml,line=6,endLine=6,col=19,endColumn=64,title=inbound%3A More posts%3A req.method == 'POST' && req.url.path == '/' is true::req.method == 'POST' && req.url.path == '/' is never true: the rule "Posts" takes all of its requests.`,
    `::warning file=web.policy.yaml,line=6,endLine=6,col=44,endColumn=63,title=inbound%3A More posts%3A req.url.path == '/' decides by being false::req.url.path == '/' never decides by being false: the rule "Posts" takes all of its requests.`,
  ]);
});

const asked = async (format: string): Promise<string> => {
  const inbound = [
    { name: "Large", expressions: ["req.content_length > 9"], actions: [{ type: "deny" }] },
    { name: "Old", expressions: ["req.method == 'TRACE'"], actions: [{ type: "deny" }] },
  ];
  const { run } = projectOf({ "a.json": { inbound } });
  return (await run("prove", "--ask", "a.json", "--format", format)).out;
};

test("what is asked: GitHub gets an annotation for what is found, with its exchange", async () => {
  const out = await asked("github");
  expect(out.split("\n").filter((line) => /^::(?!group|endgroup)/.test(line))).toEqual([
    "::warning file=a.json,line=1,endLine=1,col=13,endColumn=98,title=Does an ordinary request fail%2C because an expression or an action fails?::" +
      'A request fails in the rule "Large": req.content_length has no value in this exchange.' +
      "%0AGET https://example.com/: failed with 500%0AIt is not so with onExpressionError=no-match.",
  ]);
  expect(out).toContain(
    '      No request with the method TRACE reaches the upstream: the rule "Old"',
  );
});

test("what is asked: JUnit has a test a question, which says what holds", async () => {
  const document = new DOMParser().parseFromString(await asked("junit"), "text/xml");
  const tests = [...document.getElementsByTagName("testcase")].map((one) => [
    one.getAttribute("name"),
    ...[...one.childNodes].filter(({ nodeType }) => nodeType === 1).map((child) => child.nodeName),
  ]);
  expect(tests).toEqual([
    [
      "Does anything get around a check: a sign-in, a list of addresses, a limit, a mark?",
      "system-out",
    ],
    ["Does an ordinary request fail, because an expression or an action fails?", "failure"],
    ["What is never let in: which methods, countries, addresses, versions of TLS?", "system-out"],
    ["Does another spelling of a path get past a rule that refuses or checks it?", "system-out"],
    ["Does an exception swallow its whole rule?", "system-out"],
  ]);
});

test("what is asked: GitLab gets an entry for what a request shows", async () => {
  const entries = JSON.parse(await asked("gitlab"));
  expect(gitlabErrors(entries)).toEqual([]);
  expect(entries).toMatchObject([
    {
      check_name: "prove",
      severity: "minor",
      location: { path: "a.json", lines: { begin: 1 } },
    },
  ]);
});

test("what is asked: JSON has each finding with its rules, exchanges and answers", async () => {
  const { asked: answers } = JSON.parse(await asked("json")).policies[0];
  expect(answers.summary).toEqual({ found: 1, unknown: 0, nothing: 4 });
  const [, failing] = answers.questions;
  expect(failing).toMatchObject({
    name: "failing-requests",
    findings: [
      {
        kind: "found",
        rules: [{ path: "/inbound/0", name: "Large", location: { file: "a.json" } }],
        examples: [
          {
            exchange: { request: { url: "https://example.com/" } },
            curl: expect.stringContaining("curl "),
            outcome: { result: "failed" },
          },
        ],
        dependsOn: [{ option: "onExpressionError", value: "no-match" }],
      },
    ],
  });
});

test("what is asked: Markdown has a table of policies, and the answers open", async () => {
  const root = rendered(await asked("markdown"));
  const rows = elements(root, "tr").map((row) => texts(row, "td"));
  expect(rows).toContainEqual(["a.json", "1 found, 4 of 5 questions found nothing"]);
  expect(texts(root, "pre")[0]).toContain("GET https://example.com/: failed");
});

test("JUnit has a test an assertion: unknown ones are errors, refuted ones failures", async () => {
  const { out } = await project().run("prove", "--format", "junit");
  const document = new DOMParser().parseFromString(out, "text/xml");
  const tests = [...document.getElementsByTagName("testcase")].map((one) => {
    const child = [...one.childNodes].find(({ nodeType }) => nodeType === 1);
    return [one.getAttribute("name"), child?.nodeName];
  });
  expect(tests).toEqual([
    ["All are denied", "error"],
    ["Posts are denied", undefined],
    ["Puts are denied", "failure"],
    ["The file could not be proved", "error"],
  ]);
  expect(out).toContain("curl -X PUT");
});

test("JUnit has a test a part of a policy", async () => {
  const { out } = await project().run("prove", "--reach", "web.policy.yaml", "--format", "junit");
  expect(out).toContain(
    '<testsuite name="web.policy.yaml" tests="8" failures="2" errors="0" skipped="0">',
  );
  expect(out).toContain('<testcase name="inbound: Posts: the rule is reached"');
});

test("Markdown has a table of files, and what is not proved opens", async () => {
  const { out } = await project().run("prove", "--format", "markdown");
  const root = rendered(out);
  expect(texts(root, "p")[0]).toBe(
    "1 refuted, 1 unknown, 1 proved in 2 files. 1 file could not be proved.",
  );
  const rows = elements(root, "tr").map((row) => texts(row, "td"));
  expect(rows).toContainEqual(["web.assertions.yaml", "web.policy.yaml", "1 refuted, 1 proved"]);
  expect(texts(root, "summary")).toEqual([
    "token.assertions.yaml: what is not proved",
    "web.assertions.yaml: what is not proved",
  ]);
  expect(texts(root, "pre")[1]).toContain("\n        curl -X PUT ");
});

const hostile = "::error::a%\n::error title=x,file=y::b\r\u001b[2J\u202e ##[error]c";

test("nothing of an assertion is obeyed by a log or a terminal", async () => {
  const { out } = await project(hostile).run("prove", "--format", "github");
  const commands = out.split("\n").filter((line) => /^\s*::|##\[/.test(line));
  expect(commands.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual([
    "group",
    "endgroup",
    "warning",
    "group",
    "endgroup",
    "error",
    "error",
  ]);
  const pretty = await project(hostile).run("prove");
  for (const text of [out, pretty.out]) {
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
  }
});

test("nothing of an assertion breaks out of its place in Markdown, and all of it fits in its share of a comment", async () => {
  const names = [hostile, "```\n</details>\n# a", "`".repeat(9), "<b>|", "x".repeat(50_000)];
  for (const name of names) {
    const { out } = await project(name).run("prove", "--format", "markdown");
    const used = new Set(elements(rendered(out), "*").map(({ tagName }) => tagName));
    expect([...used].filter((tag) => !ours.includes(tag))).toEqual([]);
    expect(out.length).toBeLessThanOrEqual(shareOfComment.prove);
  }
});

test.each([
  ["pretty", "Not looked at: web.yaml.tmpl (a template).\n"],
  ["json", '"reason": "a template"'],
  [
    "junit",
    '<testcase name="Not looked at" classname="web.yaml.tmpl"><skipped message="a template"/>',
  ],
  ["github", "::notice file=web.yaml.tmpl::Not looked at: web.yaml.tmpl (a template).\n"],
  ["markdown", "Not looked at: <code>web&#46;yaml&#46;tmpl</code> (a template)."],
])("with --format %s, a policy that cannot be read does not look proved", async (format, text) => {
  const { run } = projectOf({
    "web.policy.yaml": policy,
    "web.yaml.tmpl": policy,
  });
  const { out } = await run("prove", "--reach", ".", "--format", format);
  expect(out).toMatch(text);
});
