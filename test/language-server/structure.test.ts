import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import type { DocumentSymbol, FoldingRange, Position, TextEdit } from "vscode-languageserver";
import { edited, positionOf } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { stateOf, wrongIn } from "./state.ts";
import { encodings } from "./syntaxes.ts";
import { damaged, damages } from "../long-documents.ts";
import { howMany, seededAsync } from "../seeded.ts";

// Documents as people write them: with comments, anchors, all styles of texts, tabs, CRLF and a byte order mark.

const names = fc.constantFrom(
  "a",
  "Größe 📏",
  '"q\\"🙂"',
  "'it''s'",
  "|-\n      literal 🙂\n      ä",
  ">-\n      folded\n      text",
  "|+\n      kept\n\n",
  "*name",
  "",
  "~",
  "12",
  "a # comment",
);
const expressions = fc.constantFrom(
  "req.method=='GET'",
  "\"req.host=='ä🙂'\"",
  "'req.host==''a'''",
  ">-\n          req.method == 'GET'\n          && req.host=='🙂'",
  "|\n          req.host\n            =='a'",
  "&when req.method=='PUT'",
  "*when",
  "!(req.host=='a') # why",
  "req.host=='a'?true:false",
  "req.host == 'a: b'",
  "",
);
const actions = fc.constantFrom(
  "type: deny",
  "{type:   deny}",
  "{ type: custom-response, config: { status_code: 200,\n        content: \"ä ${req.method=='GET'} 🙂\" } }",
  "type: custom-response\n        config:\n          status_code:   418 # short\n          content: |\n            ${ req.host }\n\n            ä",
  "type: log\n        # below\n        config: { metadata: { a: \"${req.host+'b'}\" } }",
);
const rules = fc
  .record({
    name: names,
    expressions: fc.array(expressions, { maxLength: 3 }),
    actions: fc.array(actions, { maxLength: 2 }),
    comment: fc.boolean(),
  })
  .map(({ name, expressions: some, actions: all, comment }) =>
    [
      `  - name: ${name}`,
      ...(comment ? ["    # a comment 🙂"] : []),
      ...(some.length > 0 ? ["    expressions:", ...some.map((one) => `      - ${one}`)] : []),
      ...(all.length > 0 ? ["    actions:", ...all.map((one) => `      - ${one}`)] : []),
    ].join("\n"),
  );

const yamlTexts = fc
  .record({
    rules: fc.array(rules, { minLength: 1, maxLength: 4 }),
    begins: fc.constantFrom("", "# head 🙂\n", "---\n", "\ufeff", "%YAML 1.2\n---\n"),
    ends: fc.constantFrom("", "\n", "\n\n# end\n", "\n...\n"),
  })
  .map(
    ({ rules: all, begins, ends }) =>
      `${begins}x-names: [&name Näme]\ninbound:\n${all.join("\n")}${ends}`,
  );

const jsonTexts = fc
  .record({
    value: fc.array(
      fc.record({
        name: fc.constantFrom("a", "Größe 📏", 'say "hi"', "\ud800", "\u2028"),
        expressions: fc.array(fc.constantFrom("req.method=='GET'", "req.host=='🙂'"), {
          maxLength: 2,
        }),
        actions: fc.constant([{ type: "deny", config: { status_code: 403 } }]),
      }),
      { maxLength: 3 },
    ),
    indentation: fc.constantFrom("", "\t", "  ", "        "),
    begins: fc.constantFrom("", "\ufeff", "\n\n"),
    comment: fc.boolean(),
  })
  .map(({ value, indentation, begins, comment }) => {
    const text = JSON.stringify({ inbound: value }, undefined, indentation);
    return begins + (comment ? text.replace("[", "[ // ä🙂\n /* b */") : text);
  });

const documents = fc.oneof(
  yamlTexts.map((text) => ({ language: "yaml" as const, text })),
  jsonTexts.map((text) => ({ language: "json" as const, text })),
);

/** What a text means; nothing when it is broken. */
function meaningOf(text: string, language: string): unknown {
  const plain = text.replace(/^\ufeff/, "");
  if (language === "json") {
    const withoutComments = plain.replaceAll(/\/\/ ä🙂\n|\/\* b \*\//g, "");
    try {
      return JSON.stringify(JSON.parse(withoutComments));
    } catch {
      return undefined;
    }
  }
  const document = parseDocument(plain, { logLevel: "silent" });
  try {
    return document.errors.length > 0 ? undefined : JSON.stringify(document.toJS());
  } catch {
    // An alias without its anchor.
    return undefined;
  }
}

test(
  "what is said of random documents is right",
  async () => {
    await seededAsync(
      fc.asyncProperty(
        documents,
        fc.constantFrom(...encodings),
        fc.option(damages, { freq: 3, nil: undefined }),
        fc.boolean(),
        fc.nat(),
        async ({ language, text: written }, encoding, damage, isCrlf, at) => {
          const whole = isCrlf ? written.replaceAll("\n", "\r\n") : written;
          const text = damage === undefined ? whole : damaged(whole, damage);
          const editor = await TestEditor.start({ encoding });
          const uri = `file:///work/web.policy.${language}`;
          await editor.open(uri, text);
          const { legend } = editor.capabilities["semanticTokensProvider"] as {
            legend: { tokenTypes: string[] };
          };
          const place = at % (text.length + 1);
          const around = text.slice(Math.max(0, place - 1), place + 1);
          // Not inside of a character or a line break.
          const offset = /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(around)
            ? place - 1
            : place;
          const asked = { uri, text, encoding, offsets: [offset] };
          const state = await stateOf(editor, asked);
          expect(wrongIn(state, asked, legend)).toEqual([]);

          const lines = text.split(/\r\n|\r|\n/).length;
          for (const { startLine, endLine } of state["foldingRange"] as FoldingRange[]) {
            expect(0 <= startLine && startLine < endLine && endLine < lines).toBe(true);
          }
          expect(outside(state["documentSymbol"] as DocumentSymbol[])).toEqual([]);

          const meaning = meaningOf(text, language);
          const formatted = edited(text, state["formatting"] as TextEdit[], encoding);
          const isRight = meaning !== undefined;
          expect(isRight ? meaningOf(formatted, language) : undefined).toBe(meaning);
          await editor.change(uri, [{ text: formatted }]);
          const options = { tabSize: 2, insertSpaces: true };
          const again = await editor.request("textDocument/formatting", uri, { options });
          expect(again).toEqual([]);

          await editor.change(uri, [{ text }]);
          const inRange = edited(text, state["rangeFormatting"] as TextEdit[], encoding);
          await editor.change(uri, [{ text: inRange }]);
          const range = {
            start: { line: 0, character: 0 },
            end: positionOf(inRange, inRange.length, encoding),
          };
          expect(
            await editor.request("textDocument/rangeFormatting", uri, { range, options }),
          ).toEqual([]);
          // But for the expressions, it says the same.
          const spaceless = (one: unknown): string => String(one).replaceAll(/[ ()]/g, "");
          expect(isRight ? spaceless(meaningOf(inRange, language)) : "").toBe(
            isRight ? spaceless(meaning) : "",
          );
          await editor.close();
        },
      ),
      150,
      5000,
      20,
    );
  },
  howMany(120_000, 3_600_000),
);

/** The symbols that are not in the one around them. */
function outside(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  const isBefore = (one: Position, other: Position): boolean =>
    one.line < other.line || (one.line === other.line && one.character <= other.character);
  return symbols.flatMap(({ range, children = [] }) => [
    ...children.filter(
      (child) => !isBefore(range.start, child.range.start) || !isBefore(child.range.end, range.end),
    ),
    ...outside(children),
  ]);
}
