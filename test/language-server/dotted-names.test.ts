import type { CompletionItem, Hover, TextEdit } from "vscode-languageserver";
import { describe, expect, test } from "vitest";
import { edited } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const builder = "@traffic-policy/policy-builder";
const inCode = (module: string, expression: string): string =>
  `import { cel, deny, policy, rule } from "${module}";\n\nexport default policy().onHttpRequest(rule("A").when(${expression}).do(deny()));\n`;

/** A condition in a document of phases, in each language. */
const written: readonly (readonly [what: string, uri: string, write: (text: string) => string])[] =
  [
    [
      "JSON",
      "file:///work/web.policy.json",
      (text) =>
        `{"on_http_request": [{"expressions": ["${text}"], "actions": [{"type": "deny"}]}]}`,
    ],
    [
      "YAML",
      "file:///work/web.policy.yaml",
      (text) =>
        `on_http_request:\n  - expressions:\n      - ${text}\n    actions:\n      - type: deny\n`,
    ],
    [
      "an interpolation of YAML",
      "file:///work/web.policy.yaml",
      (text) =>
        `on_http_request:\n  - actions:\n      - type: log\n        config:\n          metadata:\n            a: \${${text}}\n`,
    ],
    [
      "a template of TypeScript",
      "file:///work/web.ts",
      (text) => inCode(`${builder}/phases`, `cel\`${text}\``),
    ],
    [
      "a text of TypeScript",
      "file:///work/web.ts",
      (text) => inCode(`${builder}/phases`, `cel.text("${text}")`),
    ],
  ];

async function ask<Result>(method: string, uri: string, given: string) {
  const editor = await TestEditor.start();
  const { text, position } = unmarked(given);
  await editor.open(uri, text);
  const result = await editor.request<Result>(method, uri, { position });
  await editor.close();
  return { text, result };
}

describe.each(written)("in %s, a function with a dot in its name", (_what, uri, write) => {
  test.each([
    [`base64.${mark}`, ["decode", "encode"]],
    [`base64.d${mark}`, ["decode"]],
    [`base${mark}`, ["base64.decode", "base64.encode"]],
    [`json.${mark}`, ["decode", "encode"]],
  ])("is offered at %s", async (condition, expected) => {
    const { result } = await ask<CompletionItem[]>(
      "textDocument/completion",
      uri,
      write(condition),
    );
    expect(result.map(({ label }) => label)).toEqual(expected);
  });

  test("is put where its name goes on", async () => {
    const { text, result } = await ask<CompletionItem[]>(
      "textDocument/completion",
      uri,
      write(`base64.en${mark}`),
    );
    const edits = result.map(({ textEdit }) => textEdit as TextEdit);
    expect(edited(text, edits, "utf-16")).toContain("base64.encode(");
  });

  test("is explained", async () => {
    const { result } = await ask<Hover>(
      "textDocument/hover",
      uri,
      write(`base64.de${mark}code(b)`),
    );
    expect(JSON.stringify(result.contents)).toContain("base64.decode(text: string)");
  });
});

test("code for directions has no names of phases", async () => {
  const { result } = await ask<CompletionItem[]>(
    "textDocument/completion",
    "file:///work/web.ts",
    inCode(builder, `cel\`base64.${mark}\``),
  );
  expect(result).toEqual([]);
});
