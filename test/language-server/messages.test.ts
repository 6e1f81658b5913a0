import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedDocuments } from "../fuzz/changed-documents.ts";
import { seededAsync } from "../seeded.ts";
import { TestEditor } from "./editor.ts";

const uri = "file:///work/web.policy.json";
const policy = `{"inbound": [{"name": "a", "expressions": ["req.method == 'GET'"], "actions": [{"type": "deny"}]}]}`;
const position = { line: 0, character: 48 };
const range = { start: position, end: position };
const textDocument = { uri, languageId: "json", version: 2, text: policy };

const requests = [
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
].map((name) => `textDocument/${name}`);

const notifications = [
  "textDocument/didOpen",
  "textDocument/didChange",
  "textDocument/didSave",
  "textDocument/didClose",
  "workspace/didChangeConfiguration",
  "workspace/didChangeWatchedFiles",
];

const usual: readonly JsonValue[] = [
  {
    textDocument,
    position,
    positions: [position],
    range,
    context: { diagnostics: [], includeDeclaration: true },
    newName: "b",
    options: { tabSize: 2, insertSpaces: true },
    contentChanges: [{ range, text: "x" }],
    settings: { trafficPolicy: {} },
    changes: [{ uri, type: 2 }],
  },
];

test("any message is answered, or refused, and the next one is answered as before", async () => {
  const editor = await TestEditor.start();
  const { connection } = editor;
  const known = "file:///work/known.policy.json";
  await editor.open(known, policy);
  const hover = await editor.request("textDocument/hover", known, { position });
  expect(hover).toMatchObject({ contents: expect.anything() });
  const messages = fc.array(
    fc.tuple(
      fc.constantFrom(...requests, ...notifications),
      fc.oneof(changedDocuments(usual, ["a", uri]), fc.constant(null)),
    ),
    { minLength: 1, maxLength: 5 },
  );
  await seededAsync(
    fc.asyncProperty(messages, async (several) => {
      for (const [method, params] of several) {
        if (notifications.includes(method)) await connection.sendNotification(method, params);
        // An error is an answer, too.
        else await connection.sendRequest(method, params).catch(() => undefined);
      }
      expect(await editor.request("textDocument/hover", known, { position })).toEqual(hover);
    }),
    40,
    10_000,
    20,
  );
  await editor.close();
}, 600_000);
