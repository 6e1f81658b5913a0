import { expect, test } from "vitest";
import {
  semanticTokens,
  semanticTokensLegend,
} from "../../../packages/language-server/src/features/semantic-tokens.ts";
import { siteOf } from "./site.ts";

function shown(text: string): string[] {
  return semanticTokens(siteOf(text)).map(({ span, type, modifiers }) =>
    [text.slice(span.start, span.end), type, ...modifiers].join(" "),
  );
}

test.each([
  ["req.method", ["req namespace", "method variable"]],
  ["req.url.path", ["req namespace", "url namespace", "path variable"]],
  ["req.url", ["req namespace", "url variable"]],
  ["req.Method", ["req namespace", "Method variable deprecated"]],
  ["res.ServerTLS.SNI", ["res namespace", "ServerTLS namespace", "SNI variable deprecated"]],
  ["nothing.there", ["nothing variable", "there variable"]],
  ["getReqHeader('A')", ["getReqHeader function", "'A' string"]],
  ["size('A')", ["size function defaultLibrary", "'A' string"]],
  [
    "req.host.matches('^a')",
    ["req namespace", "host variable", "matches method defaultLibrary", "'^a' regexp"],
  ],
  ["has(req.url)", ["has macro defaultLibrary", "req namespace", "url variable"]],
  [
    "['a'].exists(v, v == b'x')",
    [
      "'a' string",
      "exists macro defaultLibrary",
      "v variable declaration",
      "v variable",
      "== operator",
      "b'x' string",
    ],
  ],
  ["getReqCookie('a').Value", ["getReqCookie function", "'a' string", "Value property deprecated"]],
  ["getReqCookie('a').value", ["getReqCookie function", "'a' string", "value property"]],
  [
    "!true ? 1.5 : -2u in [null]",
    [
      "! operator",
      "true keyword",
      "? operator",
      "1.5 number",
      ": operator",
      "- operator",
      "2u number",
      "in keyword",
      "null keyword",
    ],
  ],
  [
    "1 // one\n+ 2 // two",
    ["1 number", "// one comment", "+ operator", "2 number", "// two comment"],
  ],
  ["req.host == 'open", ["req namespace", "host variable", "== operator", "'open string"]],
  ["req.host = § (", ["req namespace", "host variable"]],
  ["", []],
])("%s has %j", (text, expected) => {
  expect(shown(text)).toEqual(expected);
});

test("the legend names each of them once", () => {
  const { tokenTypes, tokenModifiers } = semanticTokensLegend;
  expect(new Set(tokenTypes).size).toBe(tokenTypes.length);
  const text = "[req.Host].exists(v, has(v.x) && size('a') > 1 && a.matches('b')) // c";
  for (const { type, modifiers } of semanticTokens(siteOf(text))) {
    expect(tokenTypes).toContain(type);
    for (const modifier of modifiers) expect(tokenModifiers).toContain(modifier);
  }
});
