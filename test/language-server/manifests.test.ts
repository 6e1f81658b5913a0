import { describe, expect, test } from "vitest";
import type { CodeAction, CompletionItem, DocumentSymbol, Hover } from "vscode-languageserver";
import { TextsHost } from "@traffic-policy/language-server";
import { only, policySpans } from "../../packages/language-server/src/documents/policy-spans.ts";
import { TreeMemory } from "../../packages/language-server/src/documents/tree-memory.ts";
import { edited, textAt } from "./client-text.ts";
import { countedYaml } from "./counted-yaml.ts";
import { TestEditor, type TestEncoding } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const uri = "file:///shop/app.yaml";

/** Three documents; the first and the last have a policy. */
const manifests = (first: string, last: string): string => `# Äpfel
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: "Büro" } # 🙂
spec:
  policy:
    on_http_request:
      - name: one
        expressions: ["${first}"]
        actions: [{ type: deny }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: app }
---
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: AgentEndpoint
metadata: { name: web }
spec:
  url: https://web.example
  trafficPolicy:
    inline: { on_http_request: [{ name: "🙂 two", expressions: ["${last}"], actions: [{ type: deny }] }] }
`;

const encodings: readonly TestEncoding[] = ["utf-8", "utf-16"];

describe.each(encodings)("in a manifest of three documents, in %s", (encoding) => {
  test.each([
    ["with the files of a folder", {}],
    ["without files", { host: new TextsHost() }],
  ])("each policy has its findings and its fixes, %s", async (_where, options) => {
    const editor = await TestEditor.start({ encoding, ...options });
    const text = manifests("req.metod == 'GET'", "req.Method == 'GET'");
    const found = await editor.open(uri, text);
    expect(found.map((one) => [one.code, textAt(text, one.range, encoding)])).toEqual([
      ["expression/unknown-name", "req.metod"],
      ["expression/renamed-variable", "req.Method"],
    ]);
    let now = text;
    for (const one of found) {
      const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
        range: one.range,
        context: { diagnostics: [one], only: ["quickfix"] },
      });
      const fix = actions.find(({ diagnostics: [about] = [] }) => about?.code === one.code);
      now = edited(now, fix?.edit?.changes?.[uri] ?? [], encoding);
    }
    expect(now).toBe(manifests("req.method == 'GET'", "req.method == 'GET'"));
    await editor.close();
  });

  test.each([
    ["the first", manifests(`req.me${mark}`, "true")],
    ["the last", manifests("true", `req.me${mark}`)],
  ])("expressions of %s are completed and explained", async (_which, marked) => {
    const editor = await TestEditor.start({ encoding });
    const { text, position } = unmarked(marked, encoding);
    await editor.open(uri, text);
    const at = { position };
    const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, at);
    expect(items.map(({ label }) => label)).toContain("method");
    await editor.close();
  });

  test("keys and actions are completed where they are missing", async () => {
    const editor = await TestEditor.start({ encoding });
    const text = manifests("true", "true").replace(
      "        actions: [{ type: deny }]\n",
      "        \n",
    );
    await editor.open(uri, text);
    const line = text.split("\n").indexOf("        ");
    const position = { line, character: 8 };
    const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
      position,
    });
    expect(items.map(({ label }) => label)).toEqual(["actions"]);
    await editor.close();
  });

  test("the symbols are the rules of all policies, and a hover explains a name", async () => {
    const editor = await TestEditor.start({ encoding });
    const text = manifests("req.method == 'GET'", "true");
    await editor.open(uri, text);
    const symbols = await editor.request<DocumentSymbol[]>("textDocument/documentSymbol", uri);
    const names = symbols.flatMap(({ children = [] }) => children.map(({ name }) => name));
    expect(names).toEqual(["one", "🙂 two"]);
    const line = text.split("\n").findIndex((one) => one.includes("req.method"));
    const position = { line, character: 30 };
    const hover = await editor.request<Hover | null>("textDocument/hover", uri, { position });
    expect(JSON.stringify(hover?.contents)).toContain("method");
    await editor.close();
  });
});

test("the sections of a policy that is still empty are completed", async () => {
  const editor = await TestEditor.start();
  const text = `version: 3
endpoints:
  - name: web
    url: https://a.example
    traffic_policy:
      
    upstream: { url: 8080 }
`;
  await editor.open("file:///shop/ngrok.yml", text);
  const position = { line: 5, character: 6 };
  const items = await editor.request<CompletionItem[]>(
    "textDocument/completion",
    "file:///shop/ngrok.yml",
    { position },
  );
  expect(items.map(({ label }) => label)).toContain("on_http_request");
  await editor.close();
});

test("to find the policies of many documents, each is read once", () => {
  const { reader, read } = countedYaml();
  const text = Array.from({ length: 9 }, () => manifests("true", "true")).join("---\n");
  const spans = policySpans(text, new TreeMemory(reader)) ?? [];
  expect(spans).toHaveLength(18);
  expect(read.join("").length).toBeLessThanOrEqual(text.length);
  for (const span of spans) {
    const own = only(text, span);
    expect(own.trim()).toBe(text.slice(span.start, span.end).trim());
    expect(own.length).toBe(span.end);
    // A reader takes time for each line.
    expect(own.trimStart().split("\n").length).toBeGreaterThan(own.split("\n").length - 3);
  }
});
