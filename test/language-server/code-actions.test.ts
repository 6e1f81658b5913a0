import { describe, expect, test } from "vitest";
import type { ClientCapabilities, CodeAction } from "vscode-languageserver";
import { edited, positionOf } from "./client-text.ts";
import { hostHere, TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const uri = "file:///work/web.policy.yaml";

/** The actions at the mark of a text. */
async function actionsAt(
  marked: string,
  only?: readonly string[],
  capabilities: ClientCapabilities = {},
): Promise<CodeAction[]> {
  const editor = await TestEditor.start({ capabilities });
  const { text, position } = unmarked(marked);
  await editor.open(uri, text);
  const actions = await ask(editor, position, only);
  await editor.close();
  return actions;
}

function ask(
  editor: TestEditor,
  position: object,
  only?: readonly string[],
): Promise<CodeAction[]> {
  const range = { start: position, end: position };
  const context = { diagnostics: [], ...(only && { only }) };
  return editor.request<CodeAction[]>("textDocument/codeAction", uri, { range, context });
}

/** An editor whose documents are checked until it says so, and then never again. */
async function holdingEditor(): Promise<{
  readonly editor: TestEditor;
  readonly hold: () => void;
}> {
  const host = await hostHere("/work");
  let isHeld = false as boolean;
  const editor = await TestEditor.start({
    host: {
      ...host,
      check: (...about) => (isHeld ? new Promise(() => {}) : host.check(...about)),
    },
  });
  const hold = (): void => {
    isHeld = true;
  };
  return { editor, hold };
}

const titles = (actions: readonly CodeAction[]): string[] => actions.map(({ title }) => title);

const line = "    expressions: [req.Method == 'A' || req.Host == 'b' || req.ContentLength == 1]\n";
const policy = `inbound:\n  - name: a\n${line}    actions: [{ type: deny }]\n`;

test.each([
  ["    exp", ["req.method", "req.host", "req.content_length"]],
  ["req.Ho", ["req.host", "req.content_length", "req.method"]],
  ["req.Content", ["req.content_length", "req.host", "req.method"]],
])(
  "a fix is offered anywhere in the line of its finding, the nearest first: after %j",
  async (after, expected) => {
    const actions = await actionsAt(policy.replace(after, `${after}${mark}`), ["quickfix"]);
    const fixed = titles(actions).map((title) => /`?(req\.[a-z_]+)`?\.?$/.exec(title)?.[1]);
    expect(fixed.filter((name) => name !== undefined)).toEqual(expected);
  },
);

test("in another line, no fix is offered", async () => {
  expect(await actionsAt(policy.replace("name", `na${mark}me`))).toEqual([]);
});

const manyRules = Array.from({ length: 50 }, (_one, at) => ({
  name: String(at),
  expressions: [`req.Method == '${at}'`],
  actions: [{ type: "deny" }],
}));

test("of a whole document, the first fixes are offered: each takes a reading of the document", async () => {
  const text = JSON.stringify({ inbound: manyRules }, undefined, 2);
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  const range = { start: { line: 0, character: 0 }, end: positionOf(text, text.length, "utf-16") };
  const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
    range,
    context: { diagnostics: [] },
  });
  const fixes = actions.filter(({ diagnostics }) => diagnostics !== undefined);
  expect(fixes).toHaveLength(10);
  expect(edited(text, fixes[0]?.edit?.changes?.[uri] ?? [], "utf-16")).toContain(
    "req.method == '0'",
  );
  await editor.close();
});

test("while many fixes are made, others are answered", async () => {
  const text = JSON.stringify({ inbound: manyRules }, undefined, 2);
  const editor = await TestEditor.start();
  await editor.open(uri, text);
  const range = { start: { line: 0, character: 0 }, end: positionOf(text, text.length, "utf-16") };
  const answers: string[] = [];
  const fixes = editor
    .request("textDocument/codeAction", uri, { range, context: { diagnostics: [] } })
    .then(() => answers.push("fixes"));
  await editor.request("textDocument/foldingRange", uri);
  answers.push("folding");
  await fixes;
  expect(answers).toEqual(["folding", "fixes"]);
  await editor.close();
});

test("in a document of one line, only fixes near the cursor are", async () => {
  const text = JSON.stringify({ inbound: manyRules });
  const actions = await actionsAt(text.replace("req.Method == '25'", `req.${mark}Method == '25'`));
  expect(actions.filter(({ edit }) => edit !== undefined).length).toBeLessThan(15);
});

test.each([
  [undefined, ["quickfix", "refactor.rewrite"]],
  [[""], ["quickfix", "refactor.rewrite", "source.fixAll.traffic-policy"]],
  [["quickfix"], ["quickfix"]],
  [["refactor"], ["refactor.rewrite"]],
  [["refactor.extract"], []],
  [["source"], ["source.fixAll.traffic-policy"]],
  [["source.fixAll"], ["source.fixAll.traffic-policy"]],
  [["source.fixAll.traffic-policy"], ["source.fixAll.traffic-policy"]],
  [["source.fixAll.other"], []],
  [["source.fix"], []],
])("of the kinds %j, these are offered: %j", async (only, expected) => {
  const actions = await actionsAt(policy.replace("req.Method ==", `req.${mark}Method==`), only);
  expect([...new Set(actions.map(({ kind }) => kind))].toSorted()).toEqual(expected);
});

test("what was found in another text is not fixed in this one, whatever version that has", async () => {
  const { editor, hold } = await holdingEditor();
  await editor.open(uri, policy);
  const position = positionOf(policy, policy.indexOf("req.Method"), "utf-16");
  expect(await ask(editor, position, ["quickfix"])).not.toEqual([]);
  hold();
  await editor.change(uri, [{ text: policy.replace("req.Method", "req.method") }], 1);
  expect(await ask(editor, position, ["quickfix"])).toEqual([]);
  await editor.close();
});

test("what can be done about a text that was only just written is told when it is checked", async () => {
  const editor = await TestEditor.start({ pauses: { text: 50, code: 50 } });
  await editor.open(uri, policy.replace("req.Method", "req.method"));
  await editor.change(uri, [{ text: policy }]);
  const position = positionOf(policy, policy.indexOf("req.Method"), "utf-16");
  expect(titles(await ask(editor, position, ["quickfix"]))[0]).toContain("req.method");
  await editor.close();
});

test("all fixes are applied to a text that was not checked yet", async () => {
  const { editor, hold } = await holdingEditor();
  await editor.open(uri, "inbound: []\n");
  hold();
  await editor.change(uri, [{ text: policy }]);
  const [all] = await ask(editor, { line: 0, character: 0 }, ["source.fixAll"]);
  const fixed = edited(policy, all?.edit?.changes?.[uri] ?? [], "utf-16");
  expect(fixed).toContain("[req.method == 'A' || req.host == 'b' || req.content_length == 1]");
  await editor.close();
});

test("a client that can is told which version the edits are for", async () => {
  const capabilities = { workspace: { workspaceEdit: { documentChanges: true } } };
  const marked = policy.replace("req.Method ==", `req.${mark}Method==`);
  const actions = await actionsAt(marked, [""], capabilities);
  const edits = actions.flatMap(({ edit }) => edit ?? []);
  expect(edits.length).toBeGreaterThan(4);
  for (const { changes, documentChanges } of edits) {
    expect(changes).toBeUndefined();
    expect(documentChanges).toMatchObject([{ textDocument: { uri, version: 1 } }]);
  }
});

describe("a client that asks for the edit of a fix when it is chosen", () => {
  const capabilities = {
    textDocument: { codeAction: { resolveSupport: { properties: ["edit"] } } },
  };
  const position = positionOf(policy, policy.indexOf("req.Method"), "utf-16");

  test.each(["yaml", "json"])("gets it then, in %s", async (language) => {
    const editor = await TestEditor.start({ capabilities });
    const file = `file:///work/web.policy.${language}`;
    const text = language === "yaml" ? policy : JSON.stringify({ inbound: manyRules.slice(0, 1) });
    await editor.open(file, text);
    const at = positionOf(text, text.indexOf("req.Method"), "utf-16");
    const [fix] = await editor.request<CodeAction[]>("textDocument/codeAction", file, {
      range: { start: at, end: at },
      context: { diagnostics: [], only: ["quickfix"] },
    });
    expect(fix?.edit).toBeUndefined();
    const chosen = await editor.connection.sendRequest<CodeAction>("codeAction/resolve", fix);
    const fixed = edited(text, chosen.edit?.changes?.[file] ?? [], "utf-16");
    expect(fixed).toBe(text.replace("req.Method", "req.method"));
    await editor.close();
  });

  test("gets it for the finding that it has chosen, of two that say the same", async () => {
    const editor = await TestEditor.start({ capabilities });
    const text = policy.replace("req.Host", "req.Method");
    await editor.open(uri, text);
    for (const at of [text.indexOf("req.Method"), text.lastIndexOf("req.Method")]) {
      const [fix] = await ask(editor, positionOf(text, at, "utf-16"), ["quickfix"]);
      const { edit } = await editor.connection.sendRequest<CodeAction>("codeAction/resolve", fix);
      const fixed = edited(text, edit?.changes?.[uri] ?? [], "utf-16");
      expect(fixed).toBe(`${text.slice(0, at)}req.method${text.slice(at + "req.method".length)}`);
    }
    await editor.close();
  });

  test("hears that there is none in another text: another rule may stand at the place", async () => {
    const editor = await TestEditor.start({ capabilities });
    const rule = (name: string): string =>
      `  - name: ${name}\n    expressions: [req.url.path == '/a']\n    actions: [{ type: deny }]\n`;
    const text = `inbound:\n${rule("A")}${rule("B")}${rule("C")}`;
    await editor.open(uri, text);
    const [fix] = await ask(editor, positionOf(text, text.indexOf("C"), "utf-16"), ["quickfix"]);
    expect(fix?.title).toContain("Remove");
    const resolved = (): Promise<CodeAction> =>
      editor.connection.sendRequest<CodeAction>("codeAction/resolve", fix);
    expect((await resolved()).edit).toBeDefined();
    const refused = "This fix cannot be made in the text as it is now.";
    await editor.change(uri, [
      { text: `inbound:\n${rule("A")}${rule("New")}${rule("B")}${rule("C")}` },
    ]);
    await expect(resolved()).rejects.toThrow(refused);
    await editor.closeDocument(uri);
    await expect(resolved()).rejects.toThrow(refused);
    await editor.close();
  });

  test.each([null, "x", [], undefined])(
    "gets what it says back that has no fix: %j",
    async (data) => {
      const editor = await TestEditor.start({ capabilities });
      await editor.open(uri, policy);
      const action = { title: "a", data };
      expect(await editor.connection.sendRequest("codeAction/resolve", action)).toEqual(action);
      const lens = { range: { start: position, end: position }, data };
      expect(await editor.connection.sendRequest("codeLens/resolve", lens)).toEqual(lens);
      await editor.close();
    },
  );

  test("gets other actions whole, also when it asks for them once more", async () => {
    const editor = await TestEditor.start({ capabilities });
    await editor.open(uri, policy.replace("req.Method ==", "req.Method=="));
    const actions = await ask(editor, position, ["refactor", "source"]);
    expect(actions.map(({ edit }) => edit !== undefined)).toEqual([true, true]);
    for (const action of actions) {
      expect(await editor.connection.sendRequest("codeAction/resolve", action)).toEqual(action);
    }
    await editor.close();
  });
});
