import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem } from "vscode-languageserver";
import { afterAll, expect, test } from "vitest";
import { serverOptions } from "../../packages/vscode/src/server.ts";
import { extensionFiles } from "../../scripts/vscode/extension-files.ts";
import { connectionTo, TestEditor } from "../language-server/editor.ts";

const folder = mkdtempSync(join(tmpdir(), "traffic-policy-vscode-"));

afterAll(() => rmSync(folder, { recursive: true }));

test("the extension starts the server inside of it, which answers where nothing else is installed", async () => {
  for (const [path, content] of (await extensionFiles()).files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const { command, args, options } = serverOptions({
    extension: folder,
    folders: [],
    isTrusted: false,
    path: "",
    node: process.execPath,
    env: process.env,
    platform: process.platform,
    exists: () => false,
  });
  const child = spawn(command, args ?? [], {
    cwd: folder,
    env: options?.env as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((settle) => child.once("exit", settle));
  const editor = await TestEditor.over(connectionTo(child), {
    initializationOptions: { trusted: false },
  });
  const uri = pathToFileURL(join(folder, "web.policy.yaml")).href;
  const text =
    "inbound:\n  - name: Get\n    expressions:\n      - req.metod == 'GET'\n    actions: []\n";
  const found = await editor.open(uri, text);
  expect(found.map(({ code }) => code)).toContain("expression/unknown-name");
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position: { line: 3, character: "      - req.met".length },
  });
  expect(items.map(({ label }) => label)).toEqual(["method"]);
  // It comes without a formatter: nothing is changed, and nothing fails.
  expect(await editor.request("textDocument/formatting", uri, { options: {} })).toEqual([]);
  await editor.connection.sendRequest("shutdown");
  await editor.connection.sendNotification("exit");
  expect(await ended).toBe(0);
});
