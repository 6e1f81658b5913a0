import { describe, expect, test } from "vitest";
import type { CompletionItem, DocumentHighlight, Hover } from "vscode-languageserver";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

// Names that exist only in one config field, by what the catalogue says of them.

const writings: readonly {
  readonly uri: string;
  /** A policy with an expression in the field that has the names, and one in another place. */
  readonly write: (condition: string, other?: string) => string;
}[] = [
  {
    uri: "file:///work/web.policy.json",
    write: (condition, other = "true") =>
      `{"on_http_request": [{"expressions": ["${other}"], "actions": [{"type": "http-request", "config": {"url": "https://a.b", "retry_condition": "${condition}", "body": "\${${other}}"}}]}]}`,
  },
  {
    uri: "file:///work/web.policy.yaml",
    write: (condition, other = "true") =>
      `on_http_request:\n  - expressions:\n      - ${other}\n    actions:\n      - type: http-request\n        config:\n          url: https://a.b\n          retry_condition: |-\n            ${condition}\n          body: '\${${other}}'\n`,
  },
  {
    uri: "file:///work/web.ts",
    write: (condition, other = "true") =>
      `import { cel, httpRequest, policy, rule } from "@traffic-policy/policy-builder/phases";\nexport default policy().onHttpRequest(rule().when(cel\`${other}\`).do(\n  httpRequest({ url: "https://a.b", retryCondition: cel\`${condition}\` }),\n));\n`,
  },
];

async function ask<Result>(method: string, uri: string, marked: string) {
  const { text, position } = unmarked(marked);
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  const result = await editor.request<Result>(`textDocument/${method}`, uri, { position });
  await editor.close();
  return { text, result };
}

const local = (items: readonly CompletionItem[]): string[] =>
  items.filter(({ sortText }) => sortText?.startsWith("2") === true).map(({ label }) => label);

test("the catalogue has such names", () => {
  const fields = [...phasesDialect.actions.values()].flatMap(({ type, bindings = {} }) =>
    Object.entries(bindings).map(([field, names]) => [type, field, Object.keys(names)]),
  );
  expect(fields).toEqual([["http-request", "retry_condition", ["attempts", "last_attempt"]]]);
});

describe.each(writings)("in $uri, names of one field", ({ uri, write }) => {
  test.each([
    [mark, ["attempts", "last_attempt"]],
    [`att${mark}`, ["attempts"]],
    [`attempts < 5 && last${mark}`, ["last_attempt"]],
    [`[1].exists(attempts, att${mark})`, ["attempts"]],
  ])("are completed there: %s", async (condition, expected) => {
    const { result } = await ask<CompletionItem[]>("completion", uri, write(condition));
    expect(local(result)).toEqual(expected);
  });

  test("are completed nowhere else", async () => {
    const { result } = await ask<CompletionItem[]>(
      "completion",
      uri,
      write("attempts > 1", `att${mark}`),
    );
    expect(result.map(({ label }) => label)).not.toContain("attempts");
  });

  test("have keys and methods of their types", async () => {
    const { result } = await ask<CompletionItem[]>(
      "completion",
      uri,
      write(`last_attempt.${mark}`),
    );
    const names = result.map(({ label }) => label);
    expect(names.slice(0, 3)).toEqual(["req", "res", "error"]);
    expect(names).toContain("exists");
    expect(names).not.toContain("startsWith");
  });

  test.each([
    [
      `att${mark}empts < 5`,
      "attempts",
      "attempts: int",
      "Exists only in `retry_condition` of `http",
    ],
    [
      `last_at${mark}tempt.res`,
      "last_attempt",
      "last_attempt: map(string, dyn)",
      "`last_attempt.res`",
    ],
    [
      `last_attempt.r${mark}es == 1`,
      "res",
      "last_attempt.res: dyn",
      "The response to the last attempt",
    ],
    [`[1].all(attempts, atte${mark}mpts > 1)`, "attempts", "attempts: int", "Each item of `[1]`"],
  ])("are explained there: %s", async (condition, about, type, said) => {
    const { text, result } = await ask<Hover>("hover", uri, write(condition));
    expect(result.range && textAt(text, result.range, "utf-16")).toBe(about);
    const { value } = result.contents as { readonly value: string };
    expect(value).toContain(`\`\`\`cel\n${type}\n`);
    expect(value).toContain(said);
  });

  test.each([
    `att${mark}empts > 1`,
    `last_att${mark}empt.res == 1`,
    `last_attempt.r${mark}es == 1`,
  ])("are explained nowhere else: %s", async (other) => {
    const { result } = await ask<Hover | null>("hover", uri, write("attempts > 1", other));
    expect(result).toBeNull();
  });

  test("are highlighted", async () => {
    const { text, result } = await ask<DocumentHighlight[]>(
      "documentHighlight",
      uri,
      write(`att${mark}empts > 1 || attempts < 5 || [1].exists(attempts, attempts > 1)`),
    );
    expect(result.map(({ range }) => textAt(text, range, "utf-16"))).toEqual([
      "attempts",
      "attempts",
    ]);
  });
});
