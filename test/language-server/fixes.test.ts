import { describe, expect, test } from "vitest";
import type { CodeAction, Diagnostic } from "vscode-languageserver";
import { edited, textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { everySyntax, mark, unmarked } from "./syntaxes.ts";

// What a module builds is checked when it runs: the tests of the built command are about those.
const documents = everySyntax.filter(({ uri }) => !uri.endsWith(".ts"));

describe.each(documents)("in $name, in $encoding", ({ uri, encoding, write, read, part }) => {
  test("a fix makes what is wrong right", async () => {
    const editor = await TestEditor.start({ encoding });
    const text = write("req.metod == 'ÄÖ' || req.Host == '🙂'");
    const found = await editor.open(uri, text);
    const wrong = (one: Diagnostic): string => `${one.code}: ${textAt(text, one.range, encoding)}`;
    expect(found.map(wrong)).toContain(`expression/unknown-name: ${part("req.metod")}`);
    expect(found.map(wrong)).toContain(`expression/renamed-variable: ${part("req.Host")}`);
    let now = text;
    for (const code of ["expression/unknown-name", "expression/renamed-variable"]) {
      const diagnostics = await editor.diagnostics(uri);
      const one = diagnostics.find((diagnostic) => diagnostic.code === code);
      const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
        range: one?.range,
        context: { diagnostics: [one], only: ["quickfix"] },
      });
      const fix = actions.find(({ diagnostics: [about] = [] }) => about?.code === code);
      expect(fix?.diagnostics).toEqual([one]);
      const edits = fix?.edit?.changes?.[uri] ?? [];
      await editor.change(
        uri,
        edits.map(({ range, newText }) => ({ range, text: newText })),
      );
      now = edited(now, edits, encoding);
      const codes = (await editor.diagnostics(uri)).map((diagnostic) => diagnostic.code);
      expect(codes).not.toContain(code);
    }
    expect(read(now)).toBe("req.method == 'ÄÖ' || req.host == '🙂'");
    await editor.close();
  });

  test("all safe fixes are one action", async () => {
    const editor = await TestEditor.start({ encoding });
    const { text, position } = unmarked(
      write(`${mark}req.Method == 'ÄÖ' || req.Host == '🙂'`),
      encoding,
    );
    await editor.open(uri, text);
    const result = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
      range: { start: position, end: position },
      context: { diagnostics: [], only: ["source.fixAll.traffic-policy"] },
    });
    await editor.close();
    expect(result.map(({ kind }) => kind)).toEqual(["source.fixAll.traffic-policy"]);
    const fixed = edited(text, result[0]?.edit?.changes?.[uri] ?? [], encoding);
    expect(read(fixed)).toBe("req.method == 'ÄÖ' || req.host == '🙂'");
  });
});
