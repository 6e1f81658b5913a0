import { describe, expect, test } from "vitest";
import type {
  CompletionItem,
  DocumentHighlight,
  Hover,
  InlayHint,
  SelectionRange,
  SemanticTokens,
  SignatureHelp,
  TextEdit,
} from "vscode-languageserver";
import { edited, offsetOf, positionOf, shownTokens, textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { everySyntax, mark, unmarked } from "./syntaxes.ts";

describe.each(everySyntax)("a condition in $name, in $encoding", (syntax) => {
  const { uri, encoding, write, read, part } = syntax;

  /** Asks about the place of the mark in a condition. */
  async function ask<Result>(
    method: string,
    condition: string,
    params: (position: ReturnType<typeof positionOf>, text: string) => object = (position) => ({
      position,
    }),
    initializationOptions: object = {},
  ): Promise<{ readonly text: string; readonly result: Result; readonly editor: TestEditor }> {
    const editor = await TestEditor.start({ encoding, initializationOptions });
    const { text, position } = unmarked(write(condition), encoding);
    await editor.open(uri, text);
    const result = await editor.request<Result>(method, uri, params(position, text));
    await editor.close();
    return { text, result, editor };
  }

  test.each([
    [`req.${mark}`, "method", "req.method"],
    [`req.me${mark}`, "method", "req.method"],
    [`req.met${mark}hod == 'GET'`, "method", "req.method == 'GET'"],
    [`req.method == '${mark}'`, "POST", "req.method == 'POST'"],
    [`hasReqHeader('Us${mark}')`, "User-Agent", "hasReqHeader('User-Agent')"],
    [`'a' in req.headers['user${mark}']`, "user-agent", "'a' in req.headers['user-agent']"],
  ])("%s is completed with %s", async (condition, label, expected) => {
    const { text, result } = await ask<CompletionItem[]>("textDocument/completion", condition);
    const item = result.find((one) => one.label === label || one.label === `'${label}'`);
    expect(result.map((one) => one.label)).toContain(item?.label);
    expect(read(edited(text, [item?.textEdit as TextEdit], encoding))).toBe(expected);
  });

  test("a name is explained, at its place", async () => {
    const { text, result } = await ask<Hover>(
      "textDocument/hover",
      `req.met${mark}hod == 'GET' && req.host == 'ä'`,
    );
    expect(JSON.stringify(result.contents)).toContain("req.method");
    expect(result.range && textAt(text, result.range, encoding)).toBe(part("req.method"));
  });

  test.each([
    `inCidrRange(conn.client_ip, ${mark}'10.0.0.0/8')`,
    `inCidrRange(conn.client_ip, ${mark}`,
    `inCidrRange(conn.client_ip,${mark}`,
  ])("the call %s shows its signature", async (condition) => {
    const { result } = await ask<SignatureHelp>("textDocument/signatureHelp", condition);
    expect(result.signatures[0]?.label).toContain("inCidrRange(");
    expect(result.activeParameter ?? result.signatures[0]?.activeParameter).toBe(1);
  });

  test("the same names are highlighted", async () => {
    const { text, result } = await ask<DocumentHighlight[]>(
      "textDocument/documentHighlight",
      `req.met${mark}hod == 'GET' || req.method == 'é' || req.method == 'PUT'`,
    );
    expect(result.map(({ range }) => textAt(text, range, encoding))).toEqual([
      part("req.method"),
      part("req.method"),
      part("req.method"),
    ]);
  });

  test("the selection grows by the parts of the condition", async () => {
    const { text, result } = await ask<SelectionRange[]>(
      "textDocument/selectionRange",
      `(req.method == 'ü' || req.met${mark}hod == 'PUT')`,
      (position) => ({ positions: [position] }),
    );
    const selected: string[] = [];
    for (let one = result[0]; one !== undefined; one = one.parent as SelectionRange) {
      selected.push(textAt(text, one.range, encoding));
    }
    expect(selected.slice(0, 4)).toEqual([
      part("method"),
      part("req.method"),
      part("req.method == 'PUT'"),
      part("req.method == 'ü' || req.method == 'PUT'"),
    ]);
    expect(selected.at(-1)).toBe(text);
    for (const [index, one] of selected.entries()) {
      expect((selected[index + 1] ?? `${one} `).length).toBeGreaterThan(one.length);
    }
  });

  test("names, texts and operators have colours", async () => {
    const { text, result, editor } = await ask<SemanticTokens>(
      "textDocument/semanticTokens/full",
      `hasReqHeader('Ä')${mark}`,
    );
    const { legend } = editor.capabilities["semanticTokensProvider"] as {
      legend: { tokenTypes: string[] };
    };
    const tokens = shownTokens(text, result.data, legend, encoding);
    expect(tokens).toEqual([
      "req namespace",
      "host variable",
      `${part("!=")} operator`,
      `${part("'größe'")} string`,
      "&& operator",
      "req namespace",
      "url namespace",
      "path variable",
      `${part("!=")} operator`,
      `${part("'/€/🙂'")} string`,
      "&& operator",
      "hasReqHeader function",
      `${part("'Ä'")} string`,
    ]);
  });

  test("hints are there for those who want them", async () => {
    const condition = `conn.connected_at - timestamp(time.now) > duration('90s')${mark}`;
    const everything = (_position: unknown, text: string): object => ({
      range: { start: { line: 0, character: 0 }, end: positionOf(text, text.length, encoding) },
    });
    const { text, result } = await ask<InlayHint[]>(
      "textDocument/inlayHint",
      condition,
      everything,
      { inlayHints: { enabled: true } },
    );
    const shown = result.map(({ position, label }) => ({
      after: text.slice(0, offsetOf(text, position, encoding)).endsWith(part("'90s'")),
      label,
    }));
    expect(shown).toEqual([{ after: true, label: "1 minute 30 seconds" }]);
    const without = await ask<InlayHint[]>("textDocument/inlayHint", condition, everything);
    expect(without.result).toEqual([]);
  });

  test("a range of a document is formatted by the conditions in it", async () => {
    const { text, result } = await ask<TextEdit[] | null>(
      "textDocument/rangeFormatting",
      `${mark}(req.method=='ä')`,
      (position) => ({
        range: { start: position, end: position },
        options: { tabSize: 2, insertSpaces: true },
      }),
    );
    const formatted = read(edited(text, result ?? [], encoding));
    // Whoever breaks a text into lines formats it, and so does who writes a module.
    const isKept = /block|folded|template/.test(syntax.name);
    expect(formatted).toBe(isKept ? "(req.method=='ä')" : "req.method == 'ä'");
  });

  test.each([
    [String.raw`req.host=='\'' // a comment`, false],
    [String.raw`req.host=='a\\' // it's one`, false],
    [String.raw`req.host==r'\' // a comment`, false],
    ["req.host=='http://a'", true],
    [String.raw`req.host=='\'//' `, true],
  ])("%s is formatted unless it has a comment: %j", async (condition, isFormatted) => {
    const { result } = await ask<TextEdit[] | null>(
      "textDocument/rangeFormatting",
      `${mark}${condition}`,
      (position) => ({
        range: { start: position, end: position },
        options: { tabSize: 2, insertSpaces: true },
      }),
    );
    const isKept = /block|folded|template/.test(syntax.name);
    expect(result ?? []).toHaveLength(isFormatted && !isKept ? 1 : 0);
  });
});
