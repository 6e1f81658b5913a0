import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { CodeAction, CodeLens, CompletionItem } from "vscode-languageserver";
import { edited, positionOf } from "../../language-server/client-text.ts";
import { unmarked, mark } from "../../language-server/syntaxes.ts";
import { endless, project, start } from "../command.ts";
import { ended, served } from "./served.ts";

// The built command as editors start it.

const policy = `inbound:
  - name: Größe 📏
    expressions: ["req.metod == 'GET'"]
    actions: [{ type: deny }]
`;

const module = `import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
  rule("Größe 📏").when(cel\`req.Method == 'GET'\`).do(deny()),
);
`;

const configuration = `import { defineConfig, httpsRoute } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: { web: httpsRoute("e", "r", "./web.policy.ts") },
  lint: { rules: { "expression/renamed-variable": "error" } },
});
`;

test("a document is opened, checked, completed, changed and closed", async () => {
  const server = await served({ "web.policy.yaml": policy });
  const { editor, uriOf } = server;
  const uri = uriOf("web.policy.yaml");
  const [found] = await editor.open(uri, policy);
  expect(found).toMatchObject({ code: "expression/unknown-name", source: "traffic-policy" });
  const { text, position } = unmarked(policy.replace("metod", `me${mark}`));
  await editor.change(uri, [{ text }]);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position,
  });
  expect(items.map(({ label }) => label)).toEqual(["method"]);
  const fixed = edited(text, [items[0]?.textEdit as never], "utf-16");
  await editor.change(uri, [{ text: fixed }]);
  expect(await editor.diagnostics(uri)).toEqual([]);
  const lenses = await editor.request<CodeLens[]>("textDocument/codeLens", uri);
  const reach = lenses.find(({ data }) => (data as { kind: string }).kind === "reach");
  const resolved = await editor.connection.sendRequest<CodeLens>("codeLens/resolve", reach);
  expect(resolved.command?.title).toBe("matches GET https://example.com/");
  await editor.closeDocument(uri);
  expect(await editor.shows(uri, () => true)).toEqual([]);
  expect(await ended(server)).toBe(0);
});

test("an editor that disconnects without a word ends it, too", async () => {
  const server = await served({ "web.policy.yaml": policy });
  await server.editor.open(server.uriOf("web.policy.yaml"), policy);
  server.child.stdin?.end();
  expect(await server.status).toBe(2);
});

test("an editor that reads no more ends it, without a word about bugs", async () => {
  const server = await served({ "web.policy.yaml": policy });
  server.child.stdout?.destroy();
  await server.editor.connection.sendNotification("textDocument/didOpen", {
    textDocument: {
      uri: server.uriOf("web.policy.yaml"),
      languageId: "yaml",
      version: 1,
      text: policy,
    },
  });
  expect(await server.status).toBe(2);
  expect(server.errors.join("")).not.toContain("bug");
});

test("an editor that is gone while an error is logged ends it, without a word about bugs", async () => {
  const { child, errors, closed, editor, status } = await served({});
  child.stdout?.destroy();
  for (let at = 0; at < 60; at++) {
    void editor.connection.sendRequest("no/such", {}).catch(() => {});
    void editor.connection.sendNotification("textDocument/didOpen", {}).catch(() => {});
  }
  expect(await status).toBe(2);
  await closed;
  expect(errors).toEqual([]);
});

test("what is no message ends it", async () => {
  const child = start(["lsp"], { cwd: project({}) });
  child.stdin?.end("hello\n");
  const [status] = (await once(child, "exit")) as [number | null];
  expect(status).toBe(2);
});

test("a page that a command shows is a file", async () => {
  const server = await served({ "web.policy.yaml": policy.replace("metod", "method") }, [
    "--trust",
  ]);
  const uri = server.uriOf("web.policy.yaml");
  await server.editor.open(uri, policy.replace("metod", "method"));
  const shown = await server.editor.connection.sendRequest<string>("workspace/executeCommand", {
    command: "trafficPolicy.prove",
    arguments: [uri, ""],
  });
  const page = fileURLToPath(shown);
  expect(readFileSync(page, "utf8")).toContain("reached");
  expect(await ended(server)).toBe(0);
});

describe("with a policy and a configuration in TypeScript", () => {
  const files = {
    "web.policy.ts": module,
    "traffic-policy.config.ts": configuration,
    "other.policy.yaml": policy,
  };

  test("code runs where it is trusted, with its texts that are not saved", async () => {
    const server = await served(files, ["--trust"]);
    const { editor, uriOf } = server;
    const uri = uriOf("web.policy.ts");
    const found = await editor.open(uri, module);
    expect(found).toMatchObject([{ code: "expression/renamed-variable", severity: 1 }]);
    const range = found[0]?.range;
    const at = module.indexOf("req.Method");
    expect(range).toEqual({
      start: positionOf(module, at, "utf-16"),
      end: positionOf(module, at + "req.Method".length, "utf-16"),
    });
    const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
      range,
      context: { diagnostics: found, only: ["quickfix"] },
    });
    const fix = actions.find(({ edit }) => edit !== undefined);
    const fixed = edited(module, fix?.edit?.changes?.[uri] ?? [], "utf-16");
    expect(fixed).toBe(module.replace("req.Method", "req.method"));
    const all = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
      range,
      context: { diagnostics: [], only: ["source.fixAll"] },
    });
    expect(edited(module, all[0]?.edit?.changes?.[uri] ?? [], "utf-16")).toBe(fixed);
    const lenses = await editor.request<CodeLens[]>("textDocument/codeLens", uri);
    const lines = module.split("\n");
    expect(lines[lenses.at(-1)?.range.start.line ?? 0]).toContain('rule("Größe 📏")');
    await editor.change(uri, [{ text: fixed }]);
    expect(await editor.diagnostics(uri)).toEqual([]);
    const config = uriOf("traffic-policy.config.ts");
    await editor.open(config, configuration.replace('"error"', '"info"'));
    await editor.change(uri, [{ text: module }]);
    expect(await editor.diagnostics(uri)).toMatchObject([{ severity: 3 }]);
    expect(await ended(server)).toBe(0);
    await server.closed;
    expect(server.errors).toEqual([]);
  });

  test("no process is left when the server is killed, whatever a module does", async () => {
    const server = await served(files, ["--trust"]);
    const { editor, uriOf } = server;
    const listening = `import { createServer } from "node:net";\ncreateServer().listen(0);\n`;
    expect(await editor.open(uriOf("web.policy.ts"), listening + module)).toHaveLength(1);
    server.child.kill("SIGKILL");
    // What a process of it prints goes to the same stream.
    await server.closed;
    expect(server.child.signalCode).toBe("SIGKILL");
  });

  test("no code runs where it is not trusted, which is said once", async () => {
    const server = await served({
      ...files,
      "web.policy.ts": `import { writeFileSync } from "node:fs";\nwriteFileSync("ran", "");\n${module}`,
    });
    const { editor, uriOf } = server;
    expect(await editor.open(uriOf("web.policy.ts"), module)).toEqual([]);
    await editor.open(uriOf("other.policy.yaml"), policy);
    expect(editor.messages).toEqual([expect.stringContaining("not trusted")]);
    const { text, position } = unmarked(module.replace("req.Method", `req.me${mark}`));
    await editor.change(uriOf("web.policy.ts"), [{ text }]);
    const items = await editor.request<CompletionItem[]>(
      "textDocument/completion",
      uriOf("web.policy.ts"),
      { position },
    );
    expect(items.map(({ label }) => label)).toEqual(["method"]);
    expect(() => readFileSync(fileURLToPath(uriOf("ran")))).toThrow("ENOENT");
    expect(await ended(server)).toBe(0);
  });

  test("an editor that trusts the workspace later has it checked then", async () => {
    const server = await served(files);
    const { editor, uriOf } = server;
    const uri = uriOf("web.policy.ts");
    expect(await editor.open(uri, module)).toEqual([]);
    const settings = { trafficPolicy: { trusted: true } };
    await editor.connection.sendNotification("workspace/didChangeConfiguration", { settings });
    expect(await editor.shows(uri, ({ length }) => length > 0)).toHaveLength(1);
    expect(await ended(server)).toBe(0);
  });

  test("a module that never ends is stopped, and others are checked meanwhile", async () => {
    const server = await served({ "web.policy.ts": module, "other.policy.yaml": policy }, [
      "--trust",
    ]);
    const { editor, uriOf } = server;
    const stuck = editor.open(uriOf("web.policy.ts"), `${endless}\n${module}`);
    const other = editor.open(uriOf("other.policy.yaml"), policy);
    const first = await Promise.race([stuck.then(() => "module"), other.then(() => "policy")]);
    expect(first).toBe("policy");
    expect(await other).toHaveLength(1);
    const said = [...(await stuck).map(({ message }) => message), ...editor.messages].join("\n");
    expect(said).toMatch(/did not (?:end|finish)|within \d+ seconds/);
    // No editor has such an option.
    expect(said).not.toContain("--timeout");
    await editor.change(uriOf("web.policy.ts"), [{ text: module }]);
    expect(await editor.diagnostics(uriOf("web.policy.ts"))).toHaveLength(1);
    expect(await ended(server)).toBe(0);
  });

  test.each([
    ["throws", `throw new Error("broken ä🙂");`],
    ["ends the process", "process.exit(3);"],
    ["is no module", "export default {"],
  ])("a configuration that %s is said so, and that nothing is checked", async (_what, text) => {
    const server = await served({ ...files, "traffic-policy.config.ts": text }, ["--trust"]);
    const { editor, uriOf } = server;
    const uri = uriOf("other.policy.yaml");
    const [unchecked] = await editor.open(uri, policy);
    expect(unchecked).toMatchObject({
      severity: 1,
      message: "Not checked, because of what is wrong in traffic-policy.config.ts.",
      relatedInformation: [{ location: { uri: uriOf("traffic-policy.config.ts") } }],
    });
    const [problem] = await editor.shows(
      uriOf("traffic-policy.config.ts"),
      ({ length }) => length > 0,
    );
    expect(problem?.severity).toBe(1);
    const position = positionOf(policy, policy.indexOf("metod"), "utf-16");
    const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
      position,
    });
    expect(items.map(({ label }) => label)).toContain("method");
    expect(await ended(server)).toBe(0);
  });
});

test("what a module does to its process is gone with it", async () => {
  const broken = `Array.prototype.map = null;\n${module}`;
  const server = await served({ "web.policy.ts": broken }, ["--trust"]);
  const { editor, uriOf } = server;
  const uri = uriOf("web.policy.ts");
  expect(await editor.open(uri, broken)).toMatchObject([
    { severity: 1, message: expect.stringContaining("It changes Array.prototype.map,") as string },
  ]);
  await editor.change(uri, [{ text: module }]);
  expect(await editor.diagnostics(uri)).toMatchObject([{ code: "expression/renamed-variable" }]);
  expect(await ended(server)).toBe(0);
});

test("what waits behind a module that ends the process is checked all the same", async () => {
  const names = ["a", "b", "c"].map((name) => `${name}.policy.ts`);
  const server = await served(Object.fromEntries(names.map((name) => [name, module])), ["--trust"]);
  const { editor, uriOf } = server;
  const killing = `import { execFileSync } from "node:child_process";
execFileSync("kill", ["-9", String(process.pid)]);
${module}`;
  const found = await Promise.all(
    names.map((name) => editor.open(uriOf(name), name === "a.policy.ts" ? killing : module)),
  );
  const renamed = [{ code: "expression/renamed-variable" }];
  expect(found).toMatchObject([
    [{ severity: 1, message: "Not checked. The check was stopped: it ended." }],
    renamed,
    renamed,
  ]);
  expect(await ended(server)).toBe(0);
});

test("no process is left when the editor exits while a module runs that never ends", async () => {
  const server = await served({ "web.policy.ts": module }, ["--trust"]);
  const { editor, uriOf } = server;
  void editor.open(uriOf("web.policy.ts"), `console.error("runs");\n${endless}\n${module}`);
  while (!server.errors.join("").includes("runs"))
    await new Promise((settle) => setTimeout(settle, 20));
  const begin = performance.now();
  await editor.connection.sendNotification("exit");
  await server.closed;
  // Code that never ends is stopped after five seconds.
  expect(performance.now() - begin).toBeLessThan(3000);
});

test("a document of 50,000 rules is checked, and others are answered meanwhile", async () => {
  const rules = Array.from(
    { length: 50_000 },
    (_one, index) =>
      `{"name": "${index}", "expressions": ["req.method == '${index}'"], "actions": [{"type": "deny"}]}`,
  );
  const long = `{"inbound": [\n${rules.join(",\n")}\n]}\n`;
  const server = await served({ "web.policy.yaml": policy });
  const { editor, uriOf } = server;
  const checked: string[] = [];
  const longChecked = editor.open(uriOf("long.policy.json"), long).then(() => checked.push("long"));
  const uri = uriOf("web.policy.yaml");
  void editor.open(uri, policy);
  const symbols = await editor.request<unknown[]>("textDocument/documentSymbol", uri);
  checked.push("symbols");
  expect(symbols).toHaveLength(1);
  await editor.request("textDocument/hover", uriOf("long.policy.json"), {
    position: { line: 1, character: 4 },
  });
  checked.push("hover");
  await longChecked;
  expect(checked).toEqual(["symbols", "hover", "long"]);
  expect(await ended(server)).toBe(0);
});

test.each([
  "garbage garbage\r\n\r\n",
  "Content-Length: -5\r\n\r\n{}",
  "Content-Length: 3\r\n\r\n{x}",
  "Content-Length: abc\r\n\r\n{}",
])("a broken message ends it with a sentence: %j", async (text) => {
  const child = start(["lsp", "--stdio"], { cwd: project({}) });
  let err = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (err += part));
  // The input stays open, as that of an editor does.
  child.stdin?.write(text);
  const [status] = (await once(child, "close")) as [number | null];
  expect(err).toMatch(/^error: The editor sent what is no message: .+\n$/);
  expect(status).toBe(2);
});
