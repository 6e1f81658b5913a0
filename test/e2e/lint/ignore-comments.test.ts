import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";
import { lint } from "./findings.ts";

const mark = "traffic-policy-ignore-next-line";

/** A policy in YAML with these comments before a rule without a name whose method is in lower case. */
function yaml(...comments: string[]): string {
  return [
    "inbound:",
    "  - name: first",
    "    expressions:",
    ...comments.map((comment) => `      # ${comment}`),
    `      - "req.method == 'post'"`,
    "    actions:",
    "      - type: deny",
    "",
  ].join("\n");
}

/** The same in TypeScript; the expression stands on the line after the comments. */
function typescript(...comments: string[]): string {
  return [
    'import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";',
    'export default policy({ protocol: "http" }).inbound(',
    '  rule("first")',
    "    .when(",
    ...comments.map((comment) => `      ${comment}`),
    "      cel`req.method == 'post'` as never,",
    "    )",
    "    .do(deny()),",
    ");",
    "",
  ].join("\n");
}

const languages = [
  { file: "a.yaml", write: yaml, finding: "a.yaml:4:24", column: 7 },
  {
    file: "a.ts",
    write: (...comments: string[]) => typescript(...comments.map((comment) => `// ${comment}`)),
    finding: "a.ts:5:25",
    column: 7,
  },
];

describe.each(languages)("in $file", ({ file, write, finding, column }) => {
  const after = (line: number): string => `${file}:${line}:${column}`;
  const moved = (by: number): string =>
    finding.replace(/:(\d+):/, (_whole, line) => `:${Number(line) + by}:`);

  test("without a comment there is a finding", async () => {
    const found = await lint([file], { cwd: project({ [file]: write() }) });
    expect(found.findings).toEqual([`${finding} warning expression/method-case`]);
  });

  test.each([
    ["one rule", [`${mark} expression/method-case -- the clients send it so`]],
    ["no reason", [`${mark} expression/method-case`]],
    ["after another comment", ["the clients are old", `${mark} expression/method-case -- a`]],
  ])("%s", async (_what, comments) => {
    const found = await lint([file], { cwd: project({ [file]: write(...comments) }) });
    expect(found).toMatchObject({ findings: [], status: 0 });
  });

  test.each([
    ["in one comment", [`${mark} expression/method-case, expression/path-slash -- a`]],
    [
      "in comments one below the other",
      [`${mark} expression/method-case -- a`, `${mark} expression/path-slash -- b`],
    ],
  ])("several rules %s", async (_what, comments) => {
    const both = (text: string): string => text.replace("'post'", "'post' && req.url.path == 'x'");
    const bare = await lint([file], { cwd: project({ [file]: both(write()) }) });
    expect(bare.findings).toHaveLength(2);
    const found = await lint([file], { cwd: project({ [file]: both(write(...comments)) }) });
    expect(found.findings).toEqual([]);
  });

  test("a comment is for the next line only", async () => {
    const text = write(`${mark} expression/method-case -- a`, "something else");
    const found = await lint([file], { cwd: project({ [file]: text }) });
    expect(found.findings.toSorted()).toEqual(
      [
        `${after(4 + (file === "a.ts" ? 1 : 0))} warning document/unused-ignore`,
        `${moved(2)} warning expression/method-case`,
      ].toSorted(),
    );
  });

  const first = file === "a.ts" ? 5 : 4;
  test.each([
    [
      "several rules, of which one finds nothing",
      `${mark} expression/method-case, expression/path-slash -- a`,
      [
        "expression/path-slash has no finding on the next line.",
        "Remove the comment, or move it to the line before the finding.",
      ],
    ],
    [
      "a wrong rule name",
      `${mark} expression/metod-case -- a`,
      [
        'There is no lint rule "expression/metod-case" to ignore.',
        'Did you mean "expression/method-case"?',
      ],
    ],
    [
      "a name like no other",
      `${mark} everything -- a`,
      ['There is no lint rule "everything" to ignore.', "Remove it."],
    ],
    [
      "no rule",
      `${mark} -- a`,
      ["The comment does not name a rule to ignore.", `Write ${mark} <rule> -- <why>.`],
    ],
    [
      "another order",
      "traffic-policy-ignore expression/method-case -- a",
      ["Unknown comment traffic-policy-ignore.", `Write ${mark} <rule> -- <why>.`],
    ],
  ])("%s is reported where it stands", async (_what, comment, sentences) => {
    const found = await lint([file], { cwd: project({ [file]: write(comment) }) });
    const reported = found.diagnostics.filter(({ rule }) => rule === "document/unused-ignore");
    expect(reported.map(({ message, help }) => [message, help])).toEqual([sentences]);
    expect(reported[0]?.location).toMatchObject({
      file,
      start: { line: first, column },
      end: { line: first },
    });
  });

  test("the preset strict asks for the reason", async () => {
    for (const comment of [`${mark} expression/method-case`, `${mark} expression/method-case --`]) {
      const cwd = project({ [file]: write(comment) });
      const found = await lint([file, "--preset", "strict"], { cwd });
      expect(found.findings).toEqual([`${after(first)} info document/ignore-reason`]);
    }
  });

  test("one for what is found only when the policy is for a certain protocol is used", async () => {
    const name = file.replace("a.", "b.");
    const order = `${mark} expression/unavailable -- the TCP edge is another one`;
    const text = write(order)
      .replace('policy({ protocol: "http" })', "policy()")
      .replace("post", "GET");
    const cwd = project({ [name]: text });
    expect((await lint([name], { cwd })).findings).toEqual([]);
    expect((await lint([name, "--protocol", "tcp"], { cwd })).findings).toEqual([]);
  });
});

test("a block comment in code counts, and one beside code does", async () => {
  const cwd = project({
    "a.ts": typescript(`/* ${mark} expression/method-case -- a */`),
    "b.ts": typescript(`/* x */ // ${mark} expression/method-case -- a`),
  });
  expect((await lint(["a.ts", "b.ts"], { cwd })).findings).toEqual([]);
});

describe.each(languages)("in $file, a comment", ({ file, write }) => {
  const comment = (text: string): string => (file === "a.ts" ? `// ${text}` : `# ${text}`);
  const behind = (text: string): string => write().replace(/^.*'post'.*$/m, `$& ${comment(text)}`);
  const atTop = (text: string): string => `${comment(text)}\n${write()}`;

  test("in the line of the finding", async () => {
    const order = "traffic-policy-ignore-line expression/method-case -- the clients send it so";
    const cwd = project({ [file]: behind(order) });
    expect(await lint([file], { cwd })).toMatchObject({ findings: [], status: 0 });
  });

  test("at the top of the file", async () => {
    const order = "traffic-policy-ignore-file expression/method-case -- the clients send it so";
    const cwd = project({ [file]: atTop(order) });
    expect(await lint([file], { cwd })).toMatchObject({ findings: [], status: 0 });
  });

  test.each([
    ["in a line", "line", behind, "expression/path-slash has no finding on this line."],
    ["at the top", "file", atTop, "expression/path-slash has no finding in this file."],
  ])("%s without a finding is reported", async (_what, kind, put, message) => {
    const cwd = project({
      [file]: put(`traffic-policy-ignore-${kind} expression/path-slash -- a`),
    });
    const { diagnostics } = await lint([file], { cwd });
    expect(diagnostics.map((one) => one.message)).toContain(message);
    expect(diagnostics).toHaveLength(2);
  });
});

test("a comment at the top of a module that a policy imports is for what is found there", async () => {
  const part = [
    "// traffic-policy-ignore-file expression/method-case -- the clients send it so",
    'import { cel } from "@traffic-policy/policy-builder";',
    "export const posts = cel`req.method == 'post'` as never;",
    "",
  ].join("\n");
  const cwd = project({
    "part.ts": part,
    "a.ts": typescript()
      .replace("\n", '\nimport { posts } from "./part.ts";\n')
      .replace("cel`req.method == 'post'` as never", "posts, cel`req.method == 'put'` as never"),
  });
  const { findings } = await lint(["a.ts"], { cwd });
  expect(findings.filter((finding) => finding.endsWith("method-case"))).toEqual([
    "a.ts:6:32 warning expression/method-case",
  ]);
});

test("a comment in a module that the policy imports", async () => {
  const cwd = project({
    "part.ts": [
      'import { cel } from "@traffic-policy/policy-builder";',
      `// ${mark} expression/method-case -- the clients send it so`,
      "export const posts = cel`req.method == 'post'` as never;",
      "",
    ].join("\n"),
    "a.ts":
      'import { deny, policy, rule } from "@traffic-policy/policy-builder";\nimport { posts } from "./part.ts";\nexport default policy().inbound(rule("a").when(posts).do(deny()));\n',
  });
  expect(await lint(["a.ts"], { cwd })).toMatchObject({ findings: [], status: 0 });
});

test("an error is ignored as well, so that the status is 0", async () => {
  const text = `inbound:\n  - name: a\n    # ${mark} document/rule-actions -- comes later\n    actions: []\n`;
  const { status, out } = await run(["lint", "a.yaml"], { cwd: project({ "a.yaml": text }) });
  expect({ status, out }).toEqual({ status: 0, out: "No findings in 1 file.\n" });
});

test.each([
  ["the value", "    // ORDER\n    statusCode: 999,\n"],
  ["the call", "    statusCode: 999,\n"],
])("in the config of an action a comment above %s counts", async (_what, config) => {
  const order = `${mark} action/status-code -- the proxy maps it`;
  const cwd = project({
    "a.ts": [
      'import { customResponse, policy, rule } from "@traffic-policy/policy-builder";',
      "export default policy().inbound(",
      '  rule("a").do(',
      ...(config.includes("ORDER") ? [] : [`    // ${order}`]),
      "    customResponse({",
      config.replace("ORDER", order),
      "    }),",
      "  ),",
      ");",
      "",
    ].join("\n"),
  });
  expect(await lint(["a.ts"], { cwd })).toMatchObject({ findings: [], status: 0 });
});
