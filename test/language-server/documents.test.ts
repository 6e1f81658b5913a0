import { describe, expect, test } from "vitest";
import type {
  CompletionItem,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Range,
  SelectionRange,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { parse } from "yaml";
import type { ServerConnection } from "../../packages/language-server/src/connection.ts";
import { OpenDocuments } from "../../packages/language-server/src/server/open-documents.ts";
import { edited, positionOf, textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { encodings, mark, unmarked } from "./syntaxes.ts";

const options = { tabSize: 2, insertSpaces: true };

describe.each(encodings)("in %s", (encoding) => {
  const uriOf = (language: string): string => `file:///work/web.policy.${language}`;

  /** Asks about the place of the mark in a document. */
  async function ask<Result>(
    method: string,
    uri: string,
    markedText: string,
    params: object = {},
    hasSnippets = true,
  ): Promise<{ readonly text: string; readonly result: Result }> {
    const editor = await TestEditor.start({
      encoding,
      ...(!hasSnippets && { capabilities: { textDocument: {} } }),
    });
    const { text, position } = unmarked(markedText, encoding);
    await editor.open(uri, text);
    const result = await editor.request<Result>(method, uri, { position, ...params });
    await editor.close();
    return { text, result };
  }

  /** A snippet with its places to fill in empty. */
  function filled({ textEdit, insertTextFormat }: CompletionItem): TextEdit {
    const edit = textEdit as TextEdit;
    if (insertTextFormat !== 2) return edit;
    return { ...edit, newText: edit.newText.replaceAll(/\$\d|\$\{\d:[^}]*\}/g, "") };
  }

  describe("completion", () => {
    const rule = { name: "", expressions: [""], actions: [{ type: "" }] };
    const inYaml = { name: null, expressions: [null], actions: [{ type: null }] };
    const answer = { type: "custom-response", config: { status_code: 503 } };
    const added = {
      type: "add-headers",
      config: { headers: { "x-client-country": "${conn.geo.country_code}" } },
    };

    const places: readonly [language: string, text: string, label: string, expected: unknown][] = [
      ["json", `{${mark}}`, "inbound", { inbound: [] }],
      ["json", `{"${mark}"}`, "outbound", { outbound: [] }],
      ["json", `{"inbound": [${mark}]}`, "rule", { inbound: [rule] }],
      ["json", `{\n\t"inbound": [\n\t\t${mark}\n\t]\n}`, "rule", { inbound: [rule] }],
      [
        "json",
        `{"inbound": [{"name": "Größe 📏", ${mark}}]}`,
        "actions",
        { inbound: [{ name: "Größe 📏", actions: [] }] },
      ],
      [
        "json",
        `{"inbound": [{"actions": [${mark}]}]}`,
        "custom-response",
        { inbound: [{ actions: [answer] }] },
      ],
      [
        "json",
        `{"inbound": [{"name": "Größe 📏", "actions": [{"type": "d${mark}"}]}]}`,
        "deny",
        { inbound: [{ name: "Größe 📏", actions: [{ type: "deny" }] }] },
      ],
      [
        "json",
        `{"inbound": [{"name": "Größe 📏", "actions": [{"type": ${mark}}]}]}`,
        "deny",
        { inbound: [{ name: "Größe 📏", actions: [{ type: "deny" }] }] },
      ],
      [
        "json",
        `{"inbound": [{"actions": [{"type": "custom-response", "config": {"sta${mark}": 200}}]}]}`,
        "status_code",
        { inbound: [{ actions: [{ type: "custom-response", config: { status_code: 200 } }] }] },
      ],
      ["yaml", `${mark}`, "inbound", { inbound: null }],
      ["yaml", `in${mark}`, "inbound", { inbound: null }],
      ["yaml", `inbound:\n  - ${mark}`, "rule", { inbound: [inYaml] }],
      ["yaml", `inbound:\n- ${mark}`, "rule", { inbound: [inYaml] }],
      ["yaml", `inbound:\n    - na${mark}`, "name", { inbound: [{ name: null }] }],
      [
        "yaml",
        `{inbound: [${mark}]}`,
        "rule",
        { inbound: [{ name: null, expressions: [], actions: [{ type: null }] }] },
      ],
      [
        "yaml",
        `inbound:\n  - name: Größe 📏\n    actions:\n      - ${mark}`,
        "custom-response",
        { inbound: [{ name: "Größe 📏", actions: [answer] }] },
      ],
      [
        "yaml",
        `inbound:\n  - name: Größe 📏\n    actions:\n      - ${mark}`,
        "add-headers",
        { inbound: [{ name: "Größe 📏", actions: [added] }] },
      ],
      [
        "yaml",
        `inbound:\n  - {name: Größe 📏, actions: [${mark}]}`,
        "custom-response",
        { inbound: [{ name: "Größe 📏", actions: [answer] }] },
      ],
      [
        "yaml",
        `inbound:\n  - name: Größe 📏\n    actions:\n      - type: ${mark}`,
        "deny",
        { inbound: [{ name: "Größe 📏", actions: [{ type: "deny" }] }] },
      ],
      [
        "yaml",
        `inbound:\n  - name: 📏\n    actions:\n      - type: custom-response\n        config:\n          sta${mark}`,
        "status_code",
        {
          inbound: [
            { name: "📏", actions: [{ type: "custom-response", config: { status_code: null } }] },
          ],
        },
      ],
      [
        "yaml",
        `inbound:\n  - actions:\n      - type: rate-limit\n        config:\n          algorithm: ${mark}`,
        "sliding_window",
        {
          inbound: [{ actions: [{ type: "rate-limit", config: { algorithm: "sliding_window" } }] }],
        },
      ],
    ];

    test.each(places)("in %s, at %j, has %s", async (language, markedText, label, expected) => {
      const method = "textDocument/completion";
      const { text, result } = await ask<CompletionItem[]>(method, uriOf(language), markedText);
      const item = result.find((one) => one.label === label);
      if (item === undefined) throw new Error(`There is none in ${result.map((one) => one.label)}`);
      const { start, end } = (item.textEdit as TextEdit).range;
      expect(start.line).toBe(end.line);
      const after = edited(text, [filled(item)], encoding);
      expect(parse(after)).toEqual(expected);
    });

    test.each(places)(
      "in %s, at %j, has %s as a text, for a client without snippets",
      async (language, markedText, label, expected) => {
        const method = "textDocument/completion";
        const { text, result } = await ask<CompletionItem[]>(
          method,
          uriOf(language),
          markedText,
          {},
          false,
        );
        expect(result.filter(({ insertTextFormat }) => insertTextFormat === 2)).toEqual([]);
        const edit = result.find((one) => one.label === label)?.textEdit as TextEdit;
        expect(parse(edited(text, [edit], encoding))).toEqual(expected);
      },
    );

    // Neovim 0.7 compares what is written left of the cursor with the text that is inserted, from where all begin.
    test.each([
      ["json", `{"in${mark}"}`, '{"inbound": []}'],
      ["json", `{"in${mark}": []}`, '{"inbound": []}'],
      ["json", `{"in${mark}`, '{"inbound": []'],
      ["json", `{"inbound": [{"actions": [{"ty${mark}"}]}]}`, '{"type": ""}'],
      ["json", `{"inbound": [{"actions": [{"type": "${mark}"}]}]}`, '"type": "deny"'],
      ["json", `{"inbound": [{"actions": [{"type": "de${mark}ny"}]}]}`, '"type": "deny"'],
      ["json", `{"inbound": [{"actions": [{"type": "de${mark}`, '"type": "deny"'],
      ["yaml", `"in${mark}": []`, '"inbound": []'],
      ["yaml", `inbound:\n  - actions: [{ type: "de${mark}" }]`, 'type: "deny"'],
      ["yaml", `inbound:\n  - actions: [{ type: 'de${mark}' }]`, "type: 'deny'"],
      ["yaml", `inbound:\n  - actions: [{ type: 'de${mark}`, "type: 'deny'"],
    ])("in %s, at %j, leaves the quote that is there", async (language, markedText, expected) => {
      const method = "textDocument/completion";
      const { text, result } = await ask<CompletionItem[]>(method, uriOf(language), markedText);
      const { position } = unmarked(markedText, encoding);
      const ranges = result.map(({ textEdit }) => (textEdit as TextEdit).range);
      expect(new Set(ranges.map(({ start }) => start.character)).size).toBe(1);
      expect(result.filter(({ filterText }) => filterText !== undefined)).toEqual([]);
      const wanted = result.find(({ label }) => expected.includes(label));
      if (wanted === undefined)
        throw new Error(`There is none in ${result.map((one) => one.label)}`);
      const edit = filled(wanted);
      const written = textAt(text, { start: edit.range.start, end: position }, encoding);
      expect(edit.newText.startsWith(written)).toBe(true);
      expect(edited(text, [edit], encoding)).toContain(expected);
    });

    test.each([
      ["json", `{"inbound": [{"actions": [{"type": "${mark}"}]}]}`],
      ["yaml", `inbound:\n  - actions:\n      - type: ${mark}`],
    ])("has no action of the other direction in %s", async (language, markedText) => {
      const method = "textDocument/completion";
      const labels = async (text: string): Promise<string[]> =>
        (await ask<CompletionItem[]>(method, uriOf(language), text)).result.map((one) => one.label);
      expect(await labels(markedText)).toContain("jwt-validation");
      expect(await labels(markedText.replace("inbound", "outbound"))).not.toContain(
        "jwt-validation",
      );
    });
  });

  const policies = {
    json: `{
  "inbound": [
    {
      "name": "Größe 📏", "expressions": ["req.method == 'GET'"],
      "actions": [{ "type": "deny" }]
    },
    {
      "name": "Other",
      "actions": [
        { "type": "custom-response", "config": { "status_code": 200 } }
      ]
    }
  ]
}
`,
    yaml: `# ä🙂
inbound:
  - name: Größe 📏
    expressions: ["req.method == 'GET'"]
    actions: [{ type: deny }]
  - name: >-
      Other
    actions:
      - type: custom-response
        config: { status_code: 200 }
`,
  };

  describe.each(Object.entries(policies))("a policy in %s", (language, policy) => {
    const uri = uriOf(language);

    test("its outline has its rules and their actions", async () => {
      const { text, result } = await ask<DocumentSymbol[]>(
        "textDocument/documentSymbol",
        uri,
        mark + policy,
      );
      const outline = (symbols: readonly DocumentSymbol[]): unknown[] =>
        symbols.map(({ name, detail, children = [], range, selectionRange }) => {
          expect(textAt(text, range, encoding)).toContain(textAt(text, selectionRange, encoding));
          return [name, ...(detail === undefined ? [] : [detail]), ...outline(children)];
        });
      expect(outline(result)).toEqual([
        ["inbound", ["Größe 📏", "req.method == 'GET'", ["deny"]], ["Other", ["custom-response"]]],
      ]);
      const [first] = result[0]?.children ?? [];
      expect(first && textAt(text, first.selectionRange, encoding)).toMatch(/^"?Größe 📏"?$/);
    });

    test("what has several lines folds", async () => {
      const { text, result } = await ask<FoldingRange[]>(
        "textDocument/foldingRange",
        uri,
        mark + policy,
      );
      const lines = text.split("\n");
      const folded = result.map(({ startLine, endLine }) => [
        lines[startLine]?.trim(),
        lines[endLine]?.trim(),
      ]);
      const expected =
        language === "json"
          ? [
              ["{", "]"],
              ['"inbound": [', "}"],
              ["{", '"actions": [{ "type": "deny" }]'],
              ["{", "]"],
              ['"actions": [', '{ "type": "custom-response", "config": { "status_code": 200 } }'],
            ]
          : [
              ["inbound:", "config: { status_code: 200 }"],
              ["- name: Größe 📏", "actions: [{ type: deny }]"],
              ["- name: >-", "config: { status_code: 200 }"],
              ["actions:", "config: { status_code: 200 }"],
              ["- type: custom-response", "config: { status_code: 200 }"],
            ];
      expect(folded).toEqual(expected);
    });

    test("the selection grows from a value to the document", async () => {
      const at = policy.indexOf("deny") + 1;
      const { text, result } = await ask<SelectionRange[]>(
        "textDocument/selectionRange",
        uri,
        mark + policy,
        { positions: [positionOf(policy, at, encoding)] },
      );
      const selected: string[] = [];
      for (let one = result[0]; one !== undefined; one = one.parent as SelectionRange) {
        selected.push(textAt(text, one.range, encoding));
      }
      expect(selected[0]).toMatch(/^"?deny"?$/);
      expect(selected[1]).toMatch(/^"?type"?: "?deny"?$/);
      expect(selected.at(-1)).toBe(text);
      for (const [index, one] of selected.entries()) {
        const next = selected[index + 1] ?? `${one} `;
        expect(next.includes(one) && next.length > one.length).toBe(true);
      }
    });

    test("keys and types are explained", async () => {
      for (const word of ["status_code", "custom-response", "expressions"]) {
        const at = policy.indexOf(word) + 2;
        const { text, result } = await ask<Hover>("textDocument/hover", uri, mark + policy, {
          position: positionOf(policy, at, encoding),
        });
        expect(JSON.stringify(result.contents).length).toBeGreaterThan(30);
        expect(result.range && textAt(text, result.range, encoding)).toContain(word);
      }
    });

    test("nothing is said outside of the text", async () => {
      const far = { line: 1000, character: 1000 };
      const beyond = { line: 1, character: 1000 };
      for (const position of [far, beyond]) {
        const params = {
          position,
          positions: [position],
          range: { start: position, end: far },
          context: { diagnostics: [], includeDeclaration: true },
          newName: "x",
          options,
        };
        for (const method of [
          "completion",
          "hover",
          "signatureHelp",
          "documentHighlight",
          "selectionRange",
          "definition",
          "references",
          "prepareRename",
          "rename",
          "codeAction",
          "rangeFormatting",
          "semanticTokens/range",
          "inlayHint",
        ]) {
          const { result } = await ask<unknown>(
            `textDocument/${method}`,
            uri,
            mark + policy,
            params,
          );
          expect(result).not.toBeUndefined();
        }
      }
    });
  });

  test.each([
    ["json", `{"inbound":[{"name":"Größe 📏","actions":[{"type":"deny"}]}],}`],
    ["yaml", `inbound:\n    -   name:   "Größe 📏"   # why\n        actions: [{type:   deny}]\n`],
  ])("a document in %s is formatted, and says the same", async (language, policy) => {
    const { text, result } = await ask<TextEdit[]>(
      "textDocument/formatting",
      uriOf(language),
      mark + policy,
      { options },
    );
    const formatted = edited(text, result, encoding);
    expect(formatted).not.toBe(text);
    expect(parse(formatted)).toEqual(parse(text));
    const again = await ask<TextEdit[]>(
      "textDocument/formatting",
      uriOf(language),
      mark + formatted,
      { options },
    );
    expect(again.result).toEqual([]);
  });

  test.each([
    ["json", `{"inbound": [{"name": `],
    ["yaml", `inbound:\n  - name: "a\n`],
  ])("a broken document in %s stays as it is when it is formatted", async (language, policy) => {
    const { result } = await ask("textDocument/formatting", uriOf(language), mark + policy, {
      options,
    });
    expect(result).toEqual([]);
  });

  // Without quotes, each of these would say something else than before, or nothing at all.
  test.each([
    ["req.host=='a' ?true :false", "req.host == 'a' ? true : false"],
    ["req.method in {'a':1}", "req.method in {'a': 1}"],
  ])("%s is formatted in plain YAML", async (condition, expected) => {
    const policy = `inbound:\n  - name: ä📏\n    expressions:\n      - ${condition}\n    actions: [{type: deny}]\n`;
    const { text, result } = await ask<TextEdit[]>(
      "textDocument/rangeFormatting",
      uriOf("yaml"),
      mark + policy,
      { options, range: whole(policy) },
    );
    const { inbound } = parse(edited(text, result, encoding)) as {
      inbound: { expressions: string[] }[];
    };
    expect(inbound[0]?.expressions).toEqual([expected]);
  });

  test.each([
    String.raw`"req.host == '\u00e'"`,
    String.raw`"req.host == '\x'"`,
    String.raw`"req.host == '\q'"`,
    String.raw`"req.host == '\UFFFFFFFF'"`,
    String.raw`"req.host == '\u00`,
  ])("in %s, an escape that is none stands for itself", async (condition) => {
    const { result } = await ask<{ data: number[] }>(
      "textDocument/semanticTokens/full",
      uriOf("yaml"),
      `inbound:\n  - expressions:\n      - ${mark}${condition}\n`,
    );
    expect(result.data.length).toBeGreaterThanOrEqual(3 * 5);
  });

  const aliases = `inbound:
  - name: &größe Größe 📏
    expressions:
      - &when req.method=='GET'
    actions: [{ type: deny }]
  - name: *größe
    expressions: [*when]
    actions: [{ type: deny }]
`;

  function whole(text: string): Range {
    return { start: { line: 0, character: 0 }, end: positionOf(text, text.length, encoding) };
  }

  test("an alias is no expression of its own", async () => {
    const formatted = await ask<TextEdit[]>(
      "textDocument/rangeFormatting",
      uriOf("yaml"),
      mark + aliases,
      { options, range: whole(aliases) },
    );
    expect(edited(aliases, formatted.result, encoding)).toBe(
      aliases.replace("req.method=='GET'", "req.method == 'GET'"),
    );
    const tokens = await ask<{ data: number[] }>(
      "textDocument/semanticTokens/full",
      uriOf("yaml"),
      mark + aliases,
    );
    expect(tokens.result.data).toHaveLength(4 * 5);
  });

  test("an anchor is found, highlighted and renamed with its aliases", async () => {
    for (const place of [aliases.indexOf("&when") + 2, aliases.indexOf("*when") + 1]) {
      const position = positionOf(aliases, place, encoding);
      const about = (method: string, params = {}): Promise<{ result: unknown }> =>
        ask(`textDocument/${method}`, uriOf("yaml"), mark + aliases, { position, ...params });
      const definitions = (await about("definition")).result as Location[];
      expect(definitions.map(({ range }) => textAt(aliases, range, encoding))).toEqual(["when"]);
      expect(definitions[0]?.range.start.line).toBe(3);
      const references = (await about("references", { context: { includeDeclaration: true } }))
        .result as Location[];
      expect(references.map(({ range }) => range.start.line)).toEqual([3, 6]);
      const highlights = (await about("documentHighlight")).result as DocumentHighlight[];
      expect(highlights.map(({ range }) => textAt(aliases, range, encoding))).toEqual([
        "when",
        "when",
      ]);
      const { changes } = (await about("rename", { newName: "wenn" })).result as WorkspaceEdit;
      const renamed = edited(aliases, changes?.[uriOf("yaml")] ?? [], encoding);
      expect(renamed).toBe(aliases.replaceAll("when", "wenn"));
    }
  });

  test("a rule whose name has an alias is renamed where the name is written", async () => {
    const position = positionOf(aliases, aliases.indexOf("Größe"), encoding);
    const { result } = await ask<WorkspaceEdit>(
      "textDocument/rename",
      uriOf("yaml"),
      mark + aliases,
      { position, newName: "nein: ja" },
    );
    const renamed = edited(aliases, result.changes?.[uriOf("yaml")] ?? [], encoding);
    expect(renamed).toBe(aliases.replace("Größe 📏", '"nein: ja"'));
  });

  test.each([
    "a: b",
    "[x",
    "# x",
    "ä'\"",
    "123",
    "a #b",
    "- a",
    "*z",
    "null",
    "a:",
    "a, b",
    "\\n",
    "~",
  ])("a rule can be named %s, however its name is written", async (newName) => {
    const names = ["plain", '"double"', "'single'", "|-\n      literal", ">-\n      folded"];
    const rules = names.map((name) => `  - name: ${name}\n    actions: [{type: deny}]\n`);
    const policy = `inbound:\n${rules.join("")}  - {name: in braces, actions: []}\n`;
    for (const name of ["plain", "double", "single", "literal", "folded", "in braces"]) {
      const position = positionOf(policy, policy.indexOf(name) + 1, encoding);
      const { result } = await ask<WorkspaceEdit>(
        "textDocument/rename",
        uriOf("yaml"),
        mark + policy,
        { position, newName },
      );
      const renamed = edited(policy, result.changes?.[uriOf("yaml")] ?? [], encoding);
      const { inbound } = parse(renamed) as { inbound: { name: string }[] };
      const { inbound: before } = parse(policy) as { inbound: { name: string }[] };
      expect(inbound.map((one) => one.name)).toEqual(
        before.map((one) => (one.name === name ? newName : one.name)),
      );
    }
  });

  test.each(["", " ", " x", "x\ny"])("no rule can be named %j", async (newName) => {
    const policy = `inbound:\n  - name: ${mark}one\n    actions: [{type: deny}]\n`;
    const renamed = ask("textDocument/rename", uriOf("yaml"), policy, { newName });
    await expect(renamed).rejects.toThrow("cannot be the name of this rule");
  });
});

test("a document that names a phase for the first time is said to have changed once more when it can be read", async () => {
  const documents = new OpenDocuments();
  const handlers = new Map<string, (params: unknown) => void>();
  const listener = (name: string) => (take: (params: unknown) => void) => handlers.set(name, take);
  const connection = {
    onDidOpenTextDocument: listener("open"),
    onDidChangeTextDocument: listener("change"),
    onDidCloseTextDocument: listener("close"),
  } as unknown as ServerConnection;
  const uri = "file:///work/web.policy.json";
  const dialects: (string | undefined)[] = [];
  documents.listen(connection, () => {
    const dialect = documents.get(uri)?.dialect;
    dialects.push(dialect && [...dialect.sections.keys()][0]);
  });
  const text = `{"inbound": []}`;
  handlers.get("open")?.({ textDocument: { uri, languageId: "json", version: 1, text } });
  handlers.get("change")?.({
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: `{"on_http_request": []}` }],
  });
  expect(dialects).toEqual(["inbound", undefined]);
  await documents.loading(uri);
  await new Promise((settle) => setImmediate(settle));
  expect(dialects).toEqual(["inbound", undefined, "on_tcp_connect"]);
});
