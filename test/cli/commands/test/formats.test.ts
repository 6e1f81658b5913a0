import { shareOfComment } from "@traffic-policy/report";
import { expect, test } from "vitest";
import { elements, ours, rendered, texts } from "../../../rendered-markdown.ts";
import { gitlabErrors } from "../../../report/gitlab-schema.ts";
import { type Project, projectOf } from "../../project.ts";

const policy = `inbound:
  - name: Old API
    expressions: ["req.url.path.startsWith('/v1/')"]
    actions: [{ type: url-rewrite, config: { from: /v1/, to: /v2/ } }]
`;

/** A case that passes, one that fails, one that cannot be run, and files that cannot be tested. */
function project(name = "The old API"): Project {
  return projectOf({
    "web.policy.yaml": policy,
    "web.cases.yaml": `cases:
  - name: "New"
    request: { url: https://a.example/v2/ }
    expect: { outcome: forwarded }
  - name: ${JSON.stringify(name)}
    request: { url: https://a.example/v1/a }
    expect: { upstream: { url: https://a.example/v3/a } }
  - { name: None, expect: { outcome: failed } }
`,
    "broken.policy.yaml": "inbound: [",
    "broken.cases.yaml":
      "cases: [{ name: A, request: { url: https://a.example/ }, expect: { outcome: forwarded } }]",
    "empty.cases.yaml": "cases: 1",
  });
}

test("GitHub gets a group a file, an annotation a case and a file, and a summary", async () => {
  const { status, out } = await project().run("test", "--format", "github");
  expect(status).toBe(2);
  const lines = out.trimEnd().split("\n");
  const commands = lines.filter((line) => line.startsWith("::"));
  expect(commands[0]).toBe("::group::web.cases.yaml: 1 failed, 1 could not be run, 1 passed");
  expect(commands[1]).toBe("::endgroup::");
  expect(commands[2]).toBe(
    '::error file=web.cases.yaml,line=5,endLine=7,title=The old API::URL for the upstream: expected "https://a.example/v3/a", received "https://a.example/v2/a"',
  );
  expect(commands[3]).toMatch(/^::error file=web\.cases\.yaml,line=8,endLine=8,.*title=None::/);
  expect(commands.slice(4)).toEqual([
    "::error file=broken.policy.yaml,line=1,col=10,title=The file could not be tested::A bracket is not closed.%0AAdd the missing ] or }.",
    '::error file=empty.cases.yaml,line=1,col=8,title=The file could not be tested::"cases" must be a list, not a number.%0APut it in square brackets: a list is required, even of one.',
  ]);
  expect(lines).toContain("    why  GET https://a.example/v1/a: forwarded");
  expect(lines.at(-1)).toBe(
    "1 failed, 1 could not be run, 1 passed in 1 file, 2 files could not be tested.",
  );
});

test("GitLab gets an entry a case that did not pass, and a file", async () => {
  const { status, out } = await project().run("test", "--format", "gitlab");
  expect(status).toBe(2);
  const entries = JSON.parse(out) as { description: string; location: object }[];
  expect(gitlabErrors(entries)).toEqual([]);
  expect(
    entries.map(({ description, location }) => [description.split(": ")[0], location]),
  ).toEqual([
    ["The file could not be tested", { path: "broken.policy.yaml", lines: { begin: 1 } }],
    ["The file could not be tested", { path: "empty.cases.yaml", lines: { begin: 1 } }],
    ["The old API", { path: "web.cases.yaml", lines: { begin: 5 } }],
    ["None", { path: "web.cases.yaml", lines: { begin: 8 } }],
  ]);
});

test("files are named from the root of the repository", async () => {
  const { folder, run } = project();
  const { out } = await run("test", "--format", "github");
  expect(out).toContain("::error file=web.cases.yaml,");
  const inside = await project().runIn(
    { GITHUB_WORKSPACE: `${folder}/..` },
    "test",
    "--format",
    "github",
  );
  expect(inside.out).toMatch(/^::error file=project-\w+\/web\.cases\.yaml,/m);
});

test("what is not covered is a notice, when that is asked for", async () => {
  const { out } = await project().run("test", "web.cases.yaml", "--format", "github", "--coverage");
  expect(out).not.toContain("::notice");
  const { run, write } = project();
  write(
    "web.cases.yaml",
    "cases: [{ name: A, request: { url: https://a.example/ }, expect: { outcome: forwarded } }]",
  );
  const uncovered = await run("test", "web.cases.yaml", "--format", "github", "--coverage");
  expect(uncovered.out).toMatch(/^::notice file=web\.policy\.yaml,line=3,.*title=Uncovered::/m);
  expect(uncovered.out).toMatch(/1 passed in 1 file\. \d+ % is covered\.\n$/);
});

const hostile = "::error::a%\n::error title=x,file=y::b\r\u001b[2J\u202e ##[error]c";

test("nothing of a case is obeyed by a log or a terminal", async () => {
  const { out } = await project(hostile).run("test", "--format", "github");
  const commands = out.split("\n").filter((line) => /^\s*::|##\[/.test(line));
  expect(commands.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual([
    "group",
    "endgroup",
    "error",
    "error",
    "error",
    "error",
  ]);
  expect(commands[2]).toContain("title=%3A%3Aerror%3A%3Aa%25%0A%3A%3Aerror title=x%2Cfile=y");
  // oxlint-disable-next-line no-control-regex
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
});

test("Markdown has a table of files and of what is covered, and what failed opens", async () => {
  const { status, out } = await project().run("test", "--format", "markdown", "--coverage");
  expect(status).toBe(2);
  const root = rendered(out);
  expect(texts(root, "p")[0]).toMatch(
    /^1 failed, 1 could not be run, 1 passed in 1 file, 2 files could not be tested\. \d+ % is covered\.$/,
  );
  const rows = elements(root, "tr").map((row) => texts(row, "td"));
  expect(rows).toContainEqual([
    "web.cases.yaml",
    "web.policy.yaml",
    "1 failed, 1 could not be run, 1 passed",
  ]);
  expect(rows).toContainEqual(["web.policy.yaml", "100 % covered"]);
  expect(texts(root, "summary")).toEqual(["web.cases.yaml: what did not pass"]);
  expect(texts(root, "pre")[0]).toContain('    received  "https://a.example/v2/a"\n');
});

test("nothing of a case breaks out of its place in Markdown, and all of it fits in its share of a comment", async () => {
  const names = [hostile, "```\n</details>\n# a", "`".repeat(9), "<b>|", "x".repeat(50_000)];
  for (const name of names) {
    const { out } = await project(name).run("test", "--format", "markdown", "--coverage");
    const used = new Set(elements(rendered(out), "*").map(({ tagName }) => tagName));
    expect([...used].filter((tag) => !ours.includes(tag))).toEqual([]);
    expect(out.length).toBeLessThanOrEqual(shareOfComment.test);
  }
});

test("a case that depends on what only the service knows is undecided, in each format", async () => {
  const { run } = projectOf({
    "web.policy.yaml":
      "on_http_request: [{ expressions: [\"conn.geo.country_code == 'NO'\"], actions: [{ type: deny }] }]",
    "web.cases.yaml":
      "cases: [{ name: A, request: { url: https://a.example/ }, expect: { outcome: forwarded } }]",
  });
  const pretty = await run("test");
  expect(pretty.status).toBe(1);
  expect(pretty.out).toMatch(/^ {2}undecided {2}A /m);
  expect(pretty.out).toMatch(/^1 undecided, 0 passed in 1 file\.$/m);
  const { summary, files } = JSON.parse((await run("test", "--format", "json")).out) as {
    summary: object;
    files: readonly { cases: readonly { state: string }[] }[];
  };
  expect(summary).toEqual({ cases: 1, passed: 0, failed: 0, undecided: 1, errors: 0 });
  expect(files[0]?.cases[0]?.state).toBe("undecided");
  expect((await run("test", "--format", "junit")).out).toContain('<failure type="undecided"');
  expect((await run("test", "--format", "github")).out).toMatch(/^::error .*::Undecided: /m);
});
