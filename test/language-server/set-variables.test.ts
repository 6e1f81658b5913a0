import { describe, expect, test } from "vitest";
import type {
  CompletionItem,
  Hover,
  Location,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { edited, offsetOf, positionOf, textAt } from "./client-text.ts";
import { TestEditor, type TestEncoding } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const yaml = `# Größe 📏
on_http_request:
  - name: Tier 🙂
    actions:
      - type: set-vars
        config:
          vars:
            - tier: free
            - "size": "\${vars.tier + 'ö'}"
  - name: Gold
    expressions:
      - >-
        '🙂' != req.url.path
        && vars.tier == 'gold'
      - "vars['tier'] != \\"x\\" && 'tier' in vars"
      - |
        has(vars.tier) && size(req.host) > 1
    actions:
      - type: custom-response
        config: { status_code: 200, body: 'is \${vars.tier} \${vars.size}' }
on_http_response:
  - actions:
      - type: set-vars
        config: { vars: [{ tier: other }] }
  - expressions: [vars.tier == 'other']
    actions: [{ type: deny }]
`;

const json = JSON.stringify(
  {
    on_http_request: [
      {
        name: 'Tier "🙂"',
        actions: [
          { type: "set-vars", config: { vars: [{ tier: "free" }, { size: "${vars.tier}ö" }] } },
        ],
      },
      {
        name: "Gold",
        expressions: [
          "'\t🙂' != req.url.path && vars.tier == 'gold'",
          '"tier" in vars && vars["tier"] != \'\'',
        ],
        actions: [{ type: "deny" }],
      },
    ],
    on_http_response: [{ expressions: ["vars.tier == 'other'"], actions: [{ type: "deny" }] }],
  },
  undefined,
  2,
).replaceAll("vars.tier", "v\\u0061rs.tier");

const documents = [
  { uri: "file:///work/web.policy.yaml", text: yaml, name: "tier: free", reads: 6 },
  { uri: "file:///work/web.policy.json", text: json, name: 'tier": "free', reads: 4 },
];
/** A policy in which a variable is set to a value, and read in a condition. */
const written: readonly {
  readonly uri: string;
  readonly write: (value: string, condition: string) => string;
}[] = [
  {
    uri: "file:///work/web.policy.json",
    write: (value, condition) =>
      `{"on_http_request": [{"name": "a", "actions": [{"type": "set-vars", "config": {"vars": [{"x": ${value}}]}}]}, {"expressions": ["${condition}"], "actions": [{"type": "deny"}]}]}`,
  },
  {
    uri: "file:///work/web.policy.yaml",
    write: (value, condition) =>
      `on_http_request:\n  - name: a\n    actions:\n      - type: set-vars\n        config:\n          vars:\n            - x: ${value}\n  - expressions:\n      - ${condition}\n    actions: [{ type: deny }]\n`,
  },
  {
    uri: "file:///work/web.ts",
    write: (value, condition) =>
      `import { cel, deny, policy, rule, setVars } from "@traffic-policy/policy-builder/phases";\nexport default policy().onHttpRequest(\n  rule("a").do(setVars({ x: ${value} })),\n  rule().when(cel\`${condition}\`).do(deny()),\n);\n`,
  },
];

async function about<Result>(method: string, uri: string, marked: string): Promise<Result> {
  const { text, position } = unmarked(marked);
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  return editor
    .request<Result>(`textDocument/${method}`, uri, { position, newName: "y" })
    .finally(() => editor.close());
}

describe.each(written)("in $uri, of a variable", ({ uri, write }) => {
  test.each([
    ['"free"', "string", "`free`"],
    ['"a ${req.host}"', "string", "`a ${req.host}`"],
    ['"${req.host}${req.host}"', "string", "`${req.host}${req.host}`"],
    ['"${req.host}"', "string", "`${req.host}`"],
    ['"${size(req.host)}"', "int", "`${size(req.host)}`"],
    ['"${req.headers}"', "map(string, list(string))", "`${req.headers}`"],
    ["100", "int", "`100`"],
    ["-5", "int", "`-5`"],
    ["1.5", "double", "`1.5`"],
    ["true", "bool", "`true`"],
    ["null", "null", "`null`"],
  ])("that is set to %s, the type is %s", async (value, type, shown) => {
    const hover = await about<Hover>("hover", uri, write(value, `vars.x${mark} == 1`));
    expect(hover.contents).toMatchObject({
      value: `\`\`\`cel\nvars.x: ${type}\n\`\`\`\n\nSet in the rule \`a\` of \`on_http_request\`, to ${shown}.`,
    });
  });

  test.each([
    ['{"a": 1}', "map(string, dyn)"],
    ["[1, 2]", "list(dyn)"],
  ])("that is set to %s, the type is %s", async (value, type) => {
    const hover = await about<Hover>("hover", uri, write(value, `vars.x${mark} == 1`));
    expect(JSON.stringify(hover.contents)).toContain(`vars.x: ${type}\\n`);
  });

  test.each(['"${vars.y}"', '"${req.nothing}"', '"${req."', "12345678901234567890"])(
    "that is set to %s, no type is claimed",
    async (value) => {
      const hover = await about<Hover>("hover", uri, write(value, `vars.x${mark} == 1`));
      expect(JSON.stringify(hover.contents)).toContain("cel\\nvars.x\\n");
    },
  );

  test.each([
    ['"free"', `vars.x == '${mark}'`, ["free"]],
    ['"free"', `vars['x'] != '${mark}'`, ["free"]],
    ['"free"', `vars.x in ['a', '${mark}']`, ["free"]],
    ['"free"', `('${mark}' == vars.x)`, ["free"]],
    ['"free"', `req.host == '${mark}'`, []],
    ['"free"', `vars.y == '${mark}'`, []],
    ['"${req.host}"', `vars.x == '${mark}'`, []],
    ["100", `vars.x == '${mark}'`, []],
    ['"free"', `vars.x == f${mark}`, ["'free'"]],
    ["100", `vars.x >= 1${mark}`, ["100"]],
    ["true", `vars.x == tr${mark}`, ["true"]],
  ])("that is set to %s, %s offers %j", async (value, condition, expected) => {
    const items = await about<CompletionItem[]>("completion", uri, write(value, condition));
    const values = items.filter(({ sortText }) => sortText?.startsWith("1") === true);
    expect(values.map(({ label }) => label)).toEqual(expected);
  });

  test.each([
    ['"free"', ["startsWith", "size"], ["getHours", "exists"]],
    ["\"${duration('1s')}\"", ["getHours"], ["startsWith", "exists"]],
    ["[1]", ["exists", "size"], ["startsWith", "getHours"]],
    ['"${vars.y}"', ["startsWith", "exists", "getHours"], []],
  ])("that is set to %s, %j and not %j are offered", async (value, offered, others) => {
    const items = await about<CompletionItem[]>("completion", uri, write(value, `vars.x.${mark}`));
    const labels = items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(offered));
    expect(labels.filter((label) => others.includes(label))).toEqual([]);
  });

  test("that nothing sets, a rename is refused", async () => {
    const where = uri.endsWith(".ts") ? "this module" : "on_http_request";
    const message = `vars.y cannot be renamed: no action in ${where} sets it by this name.`;
    const text = write("1", `vars.y${mark} == 1`);
    await expect(about("prepareRename", uri, text)).rejects.toThrow(message);
    await expect(about("rename", uri, text)).rejects.toThrow(message);
  });
});

test("a variable that is set to values of two types has none, and the values of both", async () => {
  const uri = "file:///work/web.policy.yaml";
  const write = (condition: string): string =>
    `on_http_request:\n  - actions: [{ type: set-vars, config: { vars: [{ x: a }, { x: 1 }, { x: a }] } }]\n  - expressions:\n      - ${condition}\n    actions: [{ type: deny }]\n`;
  const hover = await about<Hover>("hover", uri, write(`vars.x${mark} == 1`));
  expect(JSON.stringify(hover.contents)).toContain("cel\\nvars.x\\n");
  const items = await about<CompletionItem[]>("completion", uri, write(`vars.x == ${mark}`));
  const values = items.filter(({ sortText }) => sortText?.startsWith("1") === true);
  expect(values.map(({ label }) => label)).toEqual(["'a'", "1"]);
});

test("what an alias of YAML stands for is not guessed", async () => {
  const hover = await about<Hover>(
    "hover",
    "file:///work/web.policy.yaml",
    `on_http_request:\n  - actions: [{ type: set-vars, config: { vars: [{ y: &n 1 }, { x: *n }] } }]\n  - expressions: [vars.x${mark} == 1]\n    actions: [{ type: deny }]\n`,
  );
  expect(JSON.stringify(hover.contents)).toContain("Set in rule 1 of `on_http_request`.");
});

const encodings: readonly TestEncoding[] = ["utf-8", "utf-16"];
const all = documents.flatMap((one) => encodings.map((encoding) => ({ ...one, encoding })));

describe.each(all)("in $uri, in $encoding", ({ uri, text, name, reads, encoding }) => {
  const at = text.indexOf(name);
  const position = positionOf(text, at + 1, encoding);

  async function ask<Result>(method: string, params: object): Promise<Result> {
    const editor = await TestEditor.start({ encoding });
    await editor.open(uri, text);
    const result = await editor.request<Result>(method, uri, params);
    await editor.close();
    return result;
  }

  test("a variable is found wherever its section reads it", async () => {
    const context = { includeDeclaration: true };
    const found = await ask<Location[]>("textDocument/references", { position, context });
    expect(found.map(({ range }) => textAt(text, range, encoding))).toEqual(
      Array.from({ length: reads + 1 }, () => "tier"),
    );
    const starts = found.map(({ range }) => offsetOf(text, range.start, encoding));
    expect(Math.max(...starts)).toBeLessThan(text.indexOf("on_http_response"));
    for (const { range } of found) {
      const set = await ask<Location[]>("textDocument/definition", { position: range.end });
      expect(set.map((one) => offsetOf(text, one.range.start, encoding))).toEqual([at]);
      const marks = await ask<unknown[]>("textDocument/documentHighlight", { position: range.end });
      expect(marks).toHaveLength(reads + 1);
    }
  });

  test("it is renamed in its section, as it is written in each place", async () => {
    const { changes } = await ask<WorkspaceEdit>("textDocument/rename", {
      position,
      newName: "level",
    });
    const [before, after] = text.split(/(?=on_http_response)/);
    const expected = before?.replaceAll(/\btier\b/g, "level") ?? "";
    expect(edited(text, changes?.[uri] ?? [], encoding)).toBe(expected + (after ?? ""));
  });

  test.each([
    ["size", "There is vars.size in on_http_request already."],
    ["a b", '"a b" cannot be the name of this variable.'],
    ["in", '"in" cannot be the name of this variable.'],
    ["", '"" cannot be the name of this variable.'],
  ])("it cannot be called %s", async (newName, message) => {
    await expect(ask("textDocument/rename", { position, newName })).rejects.toThrow(message);
  });

  test("what it is set to is shown where it is read", async () => {
    const read = positionOf(text, text.indexOf("rs.tier == 'gold'") + 5, encoding);
    const hover = await ask<Hover>("textDocument/hover", { position: read });
    expect(hover.range && textAt(text, hover.range, encoding)).toBe("tier");
    expect(hover.contents).toMatchObject({
      value: expect.stringMatching(
        /vars\.tier[^]*Set in the rule `Tier .*` of `on_http_request`, to `free`\./,
      ) as string,
    });
  });
});

test.each([
  [`vars.${mark}`, ["tier", "size"]],
  [`vars['${mark}`, ["tier", "size"]],
  [`vars[${mark}`, ["'tier'", "'size'"]],
  [`vars.t${mark} == 'a'`, ["tier"]],
  [`req.vars.${mark}`, []],
  [`'${mark}' in vars`, ["tier", "size"]],
  [`'t${mark}' in vars && req.host == 'a'`, ["tier"]],
  [`${mark} in vars`, ["'tier'", "'size'"]],
  [`vars.exists(v, v == '${mark}')`, ["tier", "size"]],
])("after %s names are completed that are set before", async (condition, expected) => {
  const document = (text: string): string =>
    `on_http_request:
  - name: a
    actions:
      - { type: set-vars, config: { vars: [{ tier: free }, { size: '\${1}' }] } }
  - expressions:
      - |
        ${text}
    actions:
      - { type: set-vars, config: { vars: [{ later: 1 }] } }
`;
  const { text, position } = unmarked(document(condition));
  const uri = "file:///work/web.policy.yaml";
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position,
  });
  await editor.close();
  const names = items.filter(({ sortText }) => sortText?.startsWith("2") === true);
  expect(names.map(({ label }) => label)).toEqual(expected);
  const [first] = names;
  if (first === undefined) return;
  expect(first.documentation).toMatchObject({
    value: "Set in the rule `a` of `on_http_request`, to `free`.",
  });
  const made = edited(text, [first.textEdit as TextEdit], "utf-16");
  expect(made).toContain(condition.replace(/\w*‸\w*/, first.label));
});

test("an entry knows the entries before it, and a variable that nothing sets is said to be none", async () => {
  const uri = "file:///work/web.policy.yaml";
  const { text, position } = unmarked(
    `on_http_request:\n  - actions:\n      - type: set-vars\n        config:\n          vars:\n            - one: 1\n            - two: '\${vars.${mark}}'\n            - three: 3\n  - expressions: [vars.four == 4]\n    actions: [{ type: deny }]\n`,
  );
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position,
  });
  const read = positionOf(text, text.indexOf("four"), "utf-16");
  const hover = await editor.request<Hover>("textDocument/hover", uri, { position: read });
  await editor.close();
  const names = items.filter(({ sortText }) => sortText?.startsWith("2") === true);
  expect(names.map(({ label }) => label)).toEqual(["one"]);
  expect(JSON.stringify(hover.contents)).toContain("No action in `on_http_request` sets it.");
});

describe.each(["vars[req.host] == 'a'", "size(vars) > 1", "vars.exists(v, v == 'tier')"])(
  "where an expression has %s, a rename",
  (condition) => {
    async function rename(section: string): Promise<WorkspaceEdit> {
      const uri = "file:///work/web.policy.yaml";
      const { text, position } = unmarked(
        `on_http_request:\n  - actions:\n      - { type: set-vars, config: { vars: [{ t${mark}ier: free }] } }\n${section}  - expressions:\n      - ${condition}\n    actions: [{ type: deny }]\n`,
      );
      const editor = await TestEditor.start();
      await editor.open(uri, text);
      const params = { position, newName: "level" };
      return editor
        .request<WorkspaceEdit>("textDocument/rename", uri, params)
        .finally(() => editor.close());
    }

    test("is refused in its section", async () => {
      await expect(rename("")).rejects.toThrow(
        "vars.tier cannot be renamed: line 5 reads variables by names that are not written there.",
      );
    });

    test("is made in another one", async () => {
      const { changes } = await rename("on_http_response:\n");
      expect(Object.values(changes ?? {}).flat()).toHaveLength(1);
    });
  },
);
