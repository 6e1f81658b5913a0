import { TextsHost } from "@traffic-policy/language-server";
import { describe, expect, test } from "vitest";
import type {
  DocumentHighlight,
  DocumentSymbol,
  Location,
  WorkspaceEdit,
} from "vscode-languageserver";
import { parse } from "yaml";
import { edited, textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const yaml = "file:///work/web.policy.yaml";
const json = "file:///work/web.policy.json";
const module = "file:///work/web.policy.ts";
const cases = "file:///work/web.cases.yaml";

/** What is asked at the mark in one of some documents that are open, and their texts. */
async function ask<Result>(
  method: string,
  documents: Readonly<Record<string, string>>,
  params: object = {},
): Promise<{ readonly texts: Readonly<Record<string, string>>; readonly result: Result }> {
  const editor = await TestEditor.start({ host: new TextsHost() });
  const texts: Record<string, string> = {};
  let place: { readonly uri: string; readonly position: object } | undefined;
  for (const [uri, marked] of Object.entries(documents)) {
    const isMarked = marked.includes(mark);
    const { text, position } = isMarked ? unmarked(marked) : { text: marked, position: {} };
    texts[uri] = text;
    if (isMarked) place = { uri, position };
    await editor.open(uri, text);
  }
  const { uri = "", position } = place ?? {};
  try {
    const result = await editor.request<Result>(`textDocument/${method}`, uri, {
      position,
      ...params,
    });
    return { texts, result };
  } finally {
    await editor.close();
  }
}

/** The documents after a rename. */
async function renamed(
  documents: Readonly<Record<string, string>>,
  newName: string,
): Promise<Readonly<Record<string, string>>> {
  const { texts, result } = await ask<WorkspaceEdit>("rename", documents, { newName });
  return Object.fromEntries(
    Object.entries(texts).map(([uri, text]) => [
      uri,
      edited(text, result.changes?.[uri] ?? [], "utf-16"),
    ]),
  );
}

describe("a name in a block of YAML that keeps its last line breaks", () => {
  test.each([
    ["|\n      Adm‸ins\n", "|\n      Editors\n", "Editors\n"],
    [">\n      Adm‸ins\n", ">\n      Editors\n", "Editors\n"],
    ["|+\n      Adm‸ins\n\n", "|+\n      Editors\n\n", "Editors\n\n"],
    ["|\r\n      Adm‸ins\r\n", "|\r\n      Editors\r\n", "Editors\n"],
    [">\n      Adm‸ins\n      only\n", ">\n      Editors\n", "Editors\n"],
    ["|-\n      Adm‸ins\n", "|-\n      Editors\n", "Editors"],
    ["|\n\n      Adm‸ins\n", "|\n\n      Editors\n", "\nEditors\n"],
    ["|2\n         Adm‸ins\n", "|2\n      Editors\n", "Editors\n"],
    ["'\n\n      Adm‸ins\n\n      '\n", "'\n\n      Editors\n\n      '\n", "\nEditors\n"],
  ])("is renamed alone: %j", async (name, expected, value) => {
    const policy = (written: string): string =>
      `inbound:\n  - name: ${written}    actions: [{ type: deny }]\n`;
    const after = await renamed({ [yaml]: policy(name) }, "Editors");
    expect(after[yaml]).toBe(policy(expected));
    expect(parse(after[yaml] ?? "")).toEqual({
      inbound: [{ name: value, actions: [{ type: "deny" }] }],
    });
  });

  test("is shown without them, and keeps them wherever it is meant", async () => {
    const documents = {
      [cases]: String.raw`cases: [{ expect: { matched: ["Adm‸ins\n", "Admins\n"], notMatched: [Admins] } }]`,
    };
    const { result } = await ask<{ readonly placeholder: string }>("prepareRename", documents);
    expect(result.placeholder).toBe("Admins");
    expect((await renamed(documents, "Editors"))[cases]).toBe(
      String.raw`cases: [{ expect: { matched: ["Editors\n", "Editors\n"], notMatched: [Admins] } }]`,
    );
  });

  test("is one line of the outline", async () => {
    const documents = {
      [yaml]: `${mark}inbound:\n  - name: |\n      a\n      b\n    actions: []\n`,
    };
    const { result } = await ask<DocumentSymbol[]>("documentSymbol", documents);
    expect(result[0]?.children?.map(({ name }) => name)).toEqual(["a b"]);
  });
});

test.each([
  ["an empty name", "- name: ''‸\n    actions: []"],
  ["an empty block", "- name: |‸\n    actions: []"],
])("a rule with %s is not renamed", async (_what, rule) => {
  const documents = { [yaml]: `inbound:\n  ${rule}\n` };
  await expect(renamed(documents, "Editors")).rejects.toThrow("The rule has no name yet.");
});

describe("a rule is not renamed to another one of its document", () => {
  test.each([
    [yaml, "inbound:\n  - name: Adm‸ins\noutbound:\n  - name: Bots\n", "Bots"],
    [json, '{"inbound": [{"name": "Adm‸ins"}, {"name": "Bots \\"x\\""}]}', 'Bots "x"'],
    [module, "policy().inbound(rule('Adm‸ins'), rule(`Bots`))", "Bots"],
    [module, "policy().inbound(rule('Adm‸ins'), { name: 'Bots', actions: [] })", "Bots"],
  ])("in %s: %s", async (uri, text, newName) => {
    const here = uri === module ? "this module" : "this document";
    await expect(renamed({ [uri]: text }, newName)).rejects.toThrow(
      `There is ${JSON.stringify(newName)} in ${here} already.`,
    );
  });

  test("but to its own name", async () => {
    const text = "inbound:\n  - name: Admins\n";
    expect(await renamed({ [yaml]: text.replace("mins", "‸mins") }, "Admins")).toEqual({
      [yaml]: text,
    });
  });
});

describe("a name that is an alias", () => {
  const after = "  - name: *a\n    actions: []\n";

  test("is renamed with the rule that it is the name of", async () => {
    const policy = `inbound:\n  - name: &a Adm‸ins\n${after}`;
    expect((await renamed({ [yaml]: policy }, "Editors"))[yaml]).toBe(
      policy.replace("Adm‸ins", "Editors"),
    );
  });

  test("of another text keeps the rules that are called the same from being renamed", async () => {
    const policy = `x: &a Admins\ninbound:\n  - name: Adm‸ins\n${after}`;
    await expect(renamed({ [yaml]: policy }, "Editors")).rejects.toThrow(
      '"Admins" cannot be renamed: an alias in line 4 would not change with it.',
    );
  });
});

test("an anchor is not renamed to another one", async () => {
  const text = "inbound:\n  - name: &one Admins\n    actions: &two []\n  - actions: *o‸ne\n";
  await expect(renamed({ [yaml]: text }, "two")).rejects.toThrow(
    "There is &two in this document already.",
  );
  expect((await renamed({ [yaml]: text }, "one"))[yaml]).toBe(text.replace(mark, ""));
});

describe("a rule that is meant by its place", () => {
  const text = "cases: [{ expect: { matched: [/inbound/0‸], notMatched: [/inbound/1, One] } }]\n";
  const policy = "inbound:\n  - name: One\n    actions: []\n  - actions: []\n";

  test.each([
    [text, ["One"], 1],
    [text.replace(mark, "").replace("/1", "/1‸"), [""], 3],
  ])("has a definition: %s", async (marked, expected, line) => {
    for (const uri of [yaml, "file:///work/web.policy.yml"]) {
      const documents = { [uri]: policy, [cases]: marked };
      const { texts, result } = await ask<Location[]>("definition", documents);
      expect(
        result.map(({ uri: file, range }) => textAt(texts[file] ?? "", range, "utf-16")),
      ).toEqual(expected);
      expect(result[0]?.range.start.line).toBe(line);
    }
  });

  test("is still meant after a rename", async () => {
    const documents = { [cases]: text.replace(mark, "").replace("One", "O‸ne") };
    expect(await renamed(documents, "Two")).toEqual({
      [cases]: text.replace(mark, "").replace("One", "Two"),
    });
  });

  test("has no name there that could be another one", async () => {
    const documents = { [yaml]: policy, [cases]: text };
    await expect(renamed(documents, "Two")).rejects.toThrow(
      "/inbound/0 is where a rule stands, and not its name.",
    );
    await expect(renamed({ [yaml]: policy.replace("One", "O‸ne") }, "/inbound/1")).rejects.toThrow(
      '"/inbound/1" cannot be the name of this rule.',
    );
  });
});

describe("in a module", () => {
  const asked = "cases: [{ expect: { matched: [Adm‸ins] } }]\n";

  test.each([
    ["rule(`Admins`)", 'rule(`it\'s "\\`\\${a}\\`" \\\\`)'],
    ['rule("Admins", )', String.raw`rule("it's \"${"`${a}`"}\" \\", )`],
    ["rule('Admins')", "rule('it\\'s \"`${a}`\" \\\\')"],
    ["{ actions: [], 'name': 'Admins' }", "{ actions: [], 'name': 'it\\'s \"`${a}`\" \\\\' }"],
  ])("the rule of %s is found and renamed", async (code, expected) => {
    const written = (rule: string): string => `export default policy().inbound(${rule});\n`;
    const documents = { [module]: written(code), [cases]: asked };
    const { result } = await ask<Location[]>("definition", documents);
    expect(result.map(({ uri }) => uri)).toEqual([module]);
    const marked = { [module]: written(code.replace("Admins", "Adm‸ins")) };
    expect(await renamed(marked, 'it\'s "`${a}`" \\')).toEqual({ [module]: written(expected) });
  });

  test.each([
    "rule('Admins' + suffix)",
    "rule(text`Admins`)",
    "rule(`Admins ${n}`)",
    "rule(names.admins)",
    "function rule('Admins') {}",
    "other.rule('Admins')",
    "{ name: 'Admins', request: {} }",
  ])("no rule is found by the name in %s", async (code) => {
    const documents = { [module]: `export default ${code};\n`, [cases]: asked };
    expect((await ask<Location[]>("definition", documents)).result).toEqual([]);
  });

  const policy = "export default policy().inbound(rule('Adm‸ins'));\n";

  test.each([
    "const said = 'Admins';\n",
    "const said = 'Adm\\x69ns';\n",
    "const said = `Admins`;\n",
    "r('Admins');\n",
    "tp.rule('Admins');\n",
    "rules.find((one) => one.name === 'Admins');\n",
    "const expected = { matched: ['Admins'] };\n",
  ])("another text that may mean the rule keeps it from being renamed: %s", async (line) => {
    await expect(renamed({ [module]: policy + line }, "Editors")).rejects.toThrow(
      '"Admins" cannot be renamed: line 2 may mean it.',
    );
    await expect(
      renamed({ [module]: policy + line.replace(/Adm(?:i|\\x69)ns/, "Editors") }, "Editors"),
    ).rejects.toThrow('There is "Editors" in this module already.');
  });

  test("a text that only says it does not", async () => {
    const more = "// 'Admins'\nconst said = 'What Admins may do';\n";
    expect(await renamed({ [module]: policy + more }, "Editors")).toEqual({
      [module]: policy.replace("Adm‸ins", "Editors") + more,
    });
  });
});

describe("a name where no rule is named", () => {
  test.each([
    [
      cases,
      "cases: [{ request: { headers: { matched: [Admins], rule: Admins } }, expect: { matched: [Ed‸itors], upstream: { headers: { by: { rule: Admins } } } } }]\n",
    ],
    [
      "file:///work/web.assertions.yaml",
      "assertions: [{ when: { by: { rule: Admins } }, always: { by: { rule: Ed‸itors }, headers: { matched: [Admins] } } }]\n",
    ],
    [
      "file:///work/traffic-policy.config.yaml",
      "values: { lint: { ignoreFindings: [{ policyRule: Admins }] } }\nlint: { ignoreFindings: [{ policyRule: Ed‸itors }] }\n",
    ],
  ])("in %s stays as it is: %s", async (uri, marked) => {
    const documents = { [uri]: marked.replace("Ed‸itors", "Adm‸ins") };
    expect((await renamed(documents, "Editors"))[uri]).toBe(marked.replace(mark, ""));
  });

  test.each([
    [
      yaml,
      "inbound:\n  - name: &n Adm‸ins\n    actions: [{ type: deny, config: { content: *n } }]\n",
      3,
    ],
    [
      yaml,
      "inbound:\n  - name: &n !!str Adm‸ins\n    actions: [{ type: deny, config: { content: *n } }]\n",
      3,
    ],
    [
      cases,
      "cases: [{ expect: { matched: [&a Adm‸ins] } },\n  { request: { headers: { who: *a } } }]\n",
      2,
    ],
  ])("keeps it from being renamed as an alias of the name: %s %j", async (uri, text, line) => {
    await expect(renamed({ [uri]: text }, "Editors")).rejects.toThrow(
      `"Admins" cannot be renamed: an alias in line ${line} would not change with it.`,
    );
  });

  test("is not that of another anchor, or of an alias that names a rule", async () => {
    const documents = {
      [cases]:
        "cases:\n  - expect: { matched: [&a Adm‸ins], notMatched: [*a] }\n" +
        "  - request: { headers: { a: &a b, c: *a } }\n",
    };
    expect((await renamed(documents, "Editors"))[cases]).toBe(
      documents[cases]?.replace("Adm‸ins", "Editors"),
    );
  });
});

test.each([
  [json, '{"inbound": [{"name": "Adm‸ins"}]'],
  [yaml, "inbound:\n  - { name: Adm‸ins\n"],
])("in %s, no rule is renamed while the document has a syntax error", async (uri, text) => {
  await expect(renamed({ [uri]: text }, "Editors")).rejects.toThrow(
    '"Admins" cannot be renamed: the document has a syntax error.',
  );
});

test.each(["a:", "a b", "a,b", ""])("no anchor can be named %j", async (newName) => {
  const text = "inbound:\n  - name: &o‸ne Admins\n";
  await expect(renamed({ [yaml]: text }, newName)).rejects.toThrow(
    `"${newName}" cannot be the name of this anchor.`,
  );
});

test("in a configuration, the same name in another policy is not highlighted", async () => {
  const entry = (file: string, name: string): string =>
    `{"file": "${file}", "policyRule": "${name}", "rule": "a/b", "why": "c"}`;
  const entries = [
    entry("web.json", "Adm‸ins"),
    entry("./web.json", "Admins"),
    entry("api.json", "Admins"),
  ];
  const { result } = await ask<DocumentHighlight[]>("documentHighlight", {
    "file:///work/traffic-policy.config.json": `{"lint": {"ignoreFindings": [\n${entries.join(",\n")}]}}`,
  });
  expect(result.map(({ range }) => range.start.line)).toEqual([1, 2]);
});

describe("on the sign of an anchor or of an alias", () => {
  test.each([
    "inbound:\n  - expressions: [‸&one 'true']\n  - expressions: [*one]\n",
    "inbound:\n  - expressions: [&one 'true']\n  - expressions: [‸*one]\n",
  ])("all is found as on its name: %j", async (text) => {
    const documents = { [yaml]: text };
    const { result } = await ask<Location[]>("definition", documents);
    expect(result.map(({ range }) => range.start)).toEqual([{ line: 1, character: 19 }]);
    const context = { includeDeclaration: true };
    const { result: all } = await ask<Location[]>("references", documents, { context });
    expect(all).toHaveLength(2);
    expect((await renamed(documents, "two"))[yaml]).toBe(
      "inbound:\n  - expressions: [&two 'true']\n  - expressions: [*two]\n",
    );
  });
});

describe("a variable is not renamed", () => {
  const set = "on_http_request:\n  - actions:\n      - type: set-vars\n";
  const other = "on_http_response:\n  - ";
  test("while an alias repeats where it is set", async () => {
    const text =
      `${set}        config: &c { vars: [{ ti‸er: free }] }\n` +
      `${other}actions: [{ type: set-vars, config: *c }]\n`;
    await expect(renamed({ [yaml]: text }, "plan")).rejects.toThrow(
      "vars.tier cannot be renamed: line 6 repeats a value that it is in.",
    );
  });

  test("while an alias repeats what reads it", async () => {
    const text =
      `${set}        config: { vars: [{ ti‸er: free }] }\n` +
      `  - expressions: [&e "vars.tier == 'free'"]\n${other}expressions: [*e]\n`;
    await expect(renamed({ [yaml]: text }, "plan")).rejects.toThrow(
      "vars.tier cannot be renamed: line 7 repeats a value that it is in.",
    );
    const apart = text.replace("[*e]", "['true', *f]").replace("[&e", "[&f 'true', &e");
    expect((await renamed({ [yaml]: apart }, "plan"))[yaml]).toContain('"vars.plan ==');
  });

  test.each([
    "'${vars.ti' + 'er}'",
    "'${va' + 'rs.tier}'",
    "'$' + '{vars.tier}'",
    "'a ${req.host} ' + b",
  ])("while code puts a text together that may read it: %s", async (text) => {
    const code = `import { policy, rule, setVars, vars } from "@traffic-policy/policy-builder/phases";
export default policy().onHttpRequest(rule("a").do(setVars({ ti‸er: "free" }), log(
  ${text},
)));
`;
    await expect(renamed({ [module]: code }, "plan")).rejects.toThrow(
      "vars.tier cannot be renamed: line 3 has a text that may read it.",
    );
  });
});
