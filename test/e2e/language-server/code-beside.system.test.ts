import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { CodeLens } from "vscode-languageserver";
import { expect, onTestFinished, test } from "vitest";
import { connectionTo, TestEditor } from "../../language-server/editor.ts";

const bin = fileURLToPath(new URL("../../../packages/cli/bin/traffic-policy.cjs", import.meta.url));

/** A module that leaves a file when it runs. */
const leaves = (file: string, exported: string): string =>
  `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(file)}, "");
export default ${exported};
`;

const policy = '{"inbound": [{"name": "Nobody", "actions": [{"type": "deny"}]}]}';
const cases =
  'cases:\n  - name: A\n    request: { url: "https://example.com/" }\n    expect: { outcome: denied }\n';

/** What is opened, and which files beside it are code. */
const folders = {
  "cases of a module": { open: "a.cases.yaml", text: cases, code: { "a.policy.ts": policy } },
  "a policy with cases in a module": {
    open: "a.policy.json",
    text: policy,
    code: { "a.cases.ts": "{ cases: [] }" },
  },
  "a policy with a configuration in a module": {
    open: "a.policy.json",
    text: policy,
    code: { "traffic-policy.config.ts": '{ service: "emulator", targets: {} }' },
  },
  "a policy whose configuration extends a module": {
    open: "a/a.policy.json",
    text: policy,
    code: { "base.config.ts": '{ service: "emulator", targets: {} }' },
    others: { "a/traffic-policy.config.json": '{ "extends": "../base.config.ts" }' },
  },
};

interface Beside {
  readonly open: string;
  readonly text: string;
  readonly code: Readonly<Record<string, string>>;
  readonly others?: Readonly<Record<string, string>>;
}

test.each(
  Object.entries<Beside>(folders).flatMap(([about, beside]) =>
    [true, false].map((isTrusted) => ({ about, isTrusted, ...beside })),
  ),
)(
  "code that a document is about, or is checked with, runs only with trust: $about, $isTrusted",
  async (beside) => {
    const { open, text, code, others = {}, isTrusted } = beside;
    const folder = mkdtempSync(join(tmpdir(), "traffic-policy-beside-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ran = join(folder, "ran");
    const modules = Object.entries(code).map(([name, exported]) => [name, leaves(ran, exported)]);
    for (const [name = "", content = ""] of [...modules, ...Object.entries(others), [open, text]]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const child = spawn(process.execPath, [bin, "lsp"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const connection = connectionTo(child);
    const editor = await TestEditor.over(connection, {
      initializationOptions: { trusted: isTrusted },
    });
    const uri = pathToFileURL(join(folder, open)).href;
    await editor.open(uri, readFileSync(join(folder, open), "utf8"));
    const lenses = await editor.request<CodeLens[] | null>("textDocument/codeLens", uri);
    for (const lens of lenses ?? []) await connection.sendRequest("codeLens/resolve", lens);
    expect(readdirSync(folder).includes("ran")).toBe(isTrusted);
    const status = new Promise((settle) => child.once("exit", settle));
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    expect(await status).toBe(0);
  },
);
