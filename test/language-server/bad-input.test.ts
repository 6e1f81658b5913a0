import { describe, expect, test } from "vitest";
import type { CompletionItem, Diagnostic } from "vscode-languageserver";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { projectOf } from "../cli/project.ts";
import { hostHere, TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const policy = `{"inbound": [{"name": "a", "expressions": ["req.metod == 'GET'"], "actions": [{"type": "deny"}]}]}`;

const everything = [
  "completion",
  "hover",
  "signatureHelp",
  "documentHighlight",
  "definition",
  "references",
  "prepareRename",
  "rename",
  "documentSymbol",
  "foldingRange",
  "documentLink",
  "selectionRange",
  "semanticTokens/full",
  "semanticTokens/range",
  "inlayHint",
  "formatting",
  "rangeFormatting",
  "codeAction",
  "codeLens",
];

/** Asks everything about a place of a document; what fails is thrown. */
async function askAll(
  editor: TestEditor,
  uri: string,
  position = { line: 0, character: 28 },
): Promise<Map<string, unknown>> {
  const params = {
    position,
    positions: [position],
    range: { start: { line: 0, character: 0 }, end: position },
    context: { diagnostics: [], includeDeclaration: true },
    newName: "b",
    options: { tabSize: 2, insertSpaces: true },
  };
  const answers = new Map<string, unknown>();
  // Lenses of a module run it, which only the built command does.
  const isCode = uri.endsWith(".ts");
  for (const method of everything) {
    const isSafe = !isCode || method !== "codeLens";
    answers.set(method, isSafe && (await editor.request(`textDocument/${method}`, uri, params)));
  }
  return answers;
}

/** A promise, and what ends it. */
function waiting(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const builder = `import { setVars, vars } from "@traffic-policy/policy-builder/phases"; `;

describe("a document", () => {
  test.each([
    ["untitled:Untitled-1", "json"],
    ["untitled:Untitled-1", "yaml"],
    ["untitled:web.policy", "json"],
    ["git:/work/web.policy.json?%7B%22ref%22%3A%22~%22%7D", "json"],
    ["file://host/share/web.policy.json", "json"],
    ["file:///a%2Fb/web.policy.json", "json"],
    ["file:///a%ZZ/web.policy.json", "json"],
    ["file:///c%3A/%F0%9F%99%82/web%20policy.policy.json", "json"],
    ["no URI at all", "json"],
  ])("called %s, in %s, is checked and answered", async (uri, language) => {
    const editor = await TestEditor.start();
    const found = await editor.open(uri, policy, language);
    expect(found.map(({ code }) => code)).toEqual(["expression/unknown-name"]);
    const answers = await askAll(editor, uri);
    expect(answers.get("documentSymbol")).toHaveLength(1);
    await editor.change(uri, [{ text: policy.replace("metod", "method") }]);
    expect(await editor.diagnostics(uri)).toEqual([]);
    expect(editor.messages).toEqual([]);
    await editor.close();
  });

  test.each([
    ["file:///work/notes.md", "markdown"],
    ["untitled:Untitled-1", "plaintext"],
    ["file:///work/web.policy", "some language"],
  ])("called %s, in %s, is none of ours", async (uri, language) => {
    const editor = await TestEditor.start();
    const textDocument = { uri, languageId: language, version: 1, text: policy };
    await editor.connection.sendNotification("textDocument/didOpen", { textDocument });
    await editor.change(uri, [{ text: "{}" }]);
    const said = [...(await askAll(editor, uri)).values()].filter((one) => one !== null);
    // Some answers have to be a list.
    expect(said.every((one) => JSON.stringify(one) === '{"data":[]}' || String(one) === "")).toBe(
      true,
    );
    await editor.closeDocument(uri);
    await editor.close();
  });

  test("that nobody has opened is nobody's", async () => {
    const editor = await TestEditor.start();
    const uri = "file:///work/web.policy.json";
    await editor.change(uri, [{ text: policy }]);
    expect((await askAll(editor, uri)).get("completion")).toBeNull();
    await editor.closeDocument(uri);
    expect((await askAll(editor, uri)).get("hover")).toBeNull();
    await editor.close();
  });

  test("that is opened again says nothing of what it was before", async () => {
    const host = await hostHere("/work");
    const { promise, resolve } = waiting();
    const begun = waiting();
    let count = 0;
    const editor = await TestEditor.start({
      host: {
        ...host,
        async check(uri, kind, isQuick) {
          count += 1;
          const first = count === 1;
          const checked = await host.check(uri, kind, isQuick);
          begun.resolve();
          if (first) await promise;
          return checked;
        },
      },
    });
    const uri = "file:///work/web.policy.json";
    const open = (text: string): Promise<void> =>
      editor.connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "json", version: 1, text },
      });
    const published: Diagnostic[][] = [];
    editor.connection.onNotification(
      "textDocument/publishDiagnostics",
      ({ diagnostics, version }: { diagnostics: Diagnostic[]; version?: number }) => {
        if (version === 1) published.push(diagnostics);
      },
    );
    await open(policy);
    await begun.promise;
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    await open(policy.replace("metod", "method"));
    // What it answers now it knows from the new text.
    await editor.request("textDocument/documentSymbol", uri);
    resolve();
    while (published.length === 0) await editor.request("textDocument/documentSymbol", uri);
    expect(published).toEqual([[]]);
    await editor.close();
  });

  test.each([
    "{",
    "",
    "[",
    '"',
    "\u0000",
    "}{",
    "[[[[[[[",
    "\ud800",
    "{]",
    '{"inbound": [{"expressions": [',
    "\ufeff",
  ])("that is %j is answered at every place", async (text) => {
    for (const name of ["web.policy.json", "web.policy.yaml", "web.cases.yaml", "web.ts"]) {
      const editor = await TestEditor.start();
      const uri = `file:///work/${name}`;
      await editor.open(uri, text);
      for (let character = 0; character <= text.length; character++) {
        expect((await askAll(editor, uri, { line: 0, character })).size).toBe(everything.length);
      }
      await editor.close();
    }
  });

  test.each([
    ["web.policy.json", "[".repeat(20_000)],
    ["web.policy.json", `{"inbound": [{"expressions": ["${"(".repeat(20_000)}"]}]}`],
    ["web.policy.yaml", "- ".repeat(20_000)],
    ["web.policy.yaml", "{a: ".repeat(20_000)],
    ["web.policy.yaml", `inbound:\n  - expressions: ["${"!".repeat(20_000)}true"]\n`],
    ["web.ts", `cel\`${"[".repeat(20_000)}\``],
    ["web.ts", "cel`${".repeat(500)],
    ["web.ts", `${builder}${"setVars({ a: ".repeat(4000)}`],
    ["web.ts", `${builder}${"setVars({ a: ".repeat(4000)}1${" })".repeat(4000)}`],
    ["web.ts", `${builder}${"setVars({ vars: [{ a: 1 }] }), ".repeat(1500)}`],
    ["web.ts", `${builder}${"vars[".repeat(4000)}`],
    ["web.ts", `${builder}${"[(".repeat(4000)}${"}".repeat(4000)}`],
    ["web.ts", `${builder}rule()${".do(vars.a)".repeat(1500)}`],
    ["web.ts", `${builder}${"rule().do(setVars({ a: 1 }), cel`vars.a == vars.b`);".repeat(800)}`],
  ])("%s that is very deep is answered", async (name, text) => {
    const editor = await TestEditor.start();
    const uri = `file:///work/${name}`;
    await editor.open(uri, text);
    const place = { line: 0, character: Math.floor(text.length / 2) };
    expect((await askAll(editor, uri, place)).size).toBe(everything.length);
    await editor.close();
  });
});

test("a request that is cancelled is answered before what it waits for", async () => {
  const host = await hostHere("/work");
  const { promise, resolve } = waiting();
  const order: string[] = [];
  const editor = await TestEditor.start({
    host: {
      ...host,
      async format(uri) {
        await promise;
        order.push("formatted");
        return host.format(uri);
      },
    },
  });
  const uri = "file:///work/web.policy.json";
  await editor.open(uri, policy);
  const source = new CancellationTokenSource();
  const params = { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } };
  const asked = editor.connection
    .sendRequest("textDocument/formatting", params, source.token)
    .catch((error: unknown) => order.push(String(error)));
  // Something else is answered while it waits.
  expect(await editor.request("textDocument/documentSymbol", uri)).toHaveLength(1);
  source.cancel();
  await asked;
  resolve();
  await promise;
  expect(order).toEqual([expect.stringContaining("cancelled"), "formatted"]);
  await editor.close();
});

test("edits for a text that has changed meanwhile are none", async () => {
  const host = await hostHere("/work");
  const { promise, resolve } = waiting();
  const editor = await TestEditor.start({
    host: {
      ...host,
      async format(uri) {
        const text = await host.format(uri);
        await promise;
        return text;
      },
    },
  });
  const uri = "file:///work/web.policy.json";
  await editor.open(uri, policy);
  const asked = editor.request("textDocument/formatting", uri, {
    options: { tabSize: 2, insertSpaces: true },
  });
  // With the version that it has: whoever counts wrong gets no wrong edits.
  await editor.change(uri, [{ text: "{}" }], 1);
  expect(await editor.request("textDocument/documentSymbol", uri)).toEqual([]);
  resolve();
  expect(await asked).toEqual([]);
  await editor.close();
});

test("a document whose check fails is said not to be checked, and the next version is checked", async () => {
  const host = await hostHere("/work");
  const editor = await TestEditor.start({
    host: {
      ...host,
      check: async (uri, kind, isQuick) => {
        if (!isRight) throw new Error("It is out of order.");
        return host.check(uri, kind, isQuick);
      },
    },
  });
  let isRight = false;
  const uri = "file:///work/web.policy.json";
  const unchecked = [{ severity: 1, message: "Not checked. It is out of order." }];
  expect(await editor.open(uri, policy)).toMatchObject(unchecked);
  await editor.change(uri, [{ text: `${policy}\n` }]);
  expect(await editor.diagnostics(uri)).toMatchObject(unchecked);
  expect(editor.messages).toEqual(["It is out of order."]);
  isRight = true;
  await editor.change(uri, [{ text: policy }]);
  expect(await editor.diagnostics(uri)).toHaveLength(1);
  await editor.close();
});

test("a configuration that is broken leaves completion as it is", async () => {
  const { folder } = projectOf({ "traffic-policy.config.json": "{" });
  const editor = await TestEditor.start({ folder });
  const uri = `file://${folder}/web.policy.json`;
  const { text, position } = unmarked(policy.replace("metod", mark));
  await editor.open(uri, text);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position,
  });
  expect(items.map(({ label }) => label)).toContain("method");
  await editor.close();
});
