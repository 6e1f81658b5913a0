import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { toYaml } from "@traffic-policy/policy-language/yaml";
import {
  CancellationTokenSource,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from "vscode-languageserver/node";
import { Draw } from "./fixtures/draw.ts";
import { sitePolicy } from "./fixtures/site-policies.ts";
import { medianOf, printRows, type Row } from "./table.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const bareServer = fileURLToPath(new URL("fixtures/bare-language-server.mjs", import.meta.url));

const starts = 21;
const edits = 200;
const memoryEdits = 1000;

/** By the number of rules, in milliseconds. */
const goals = new Map([
  [50, { answer: 20, diagnostics: 120 }],
  [1000, { answer: 50, diagnostics: 200 }],
]);

/** The language server as an editor meets it: messages to a process of its own. */
export async function benchLanguageServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    await benchStart(folder);
    for (const [rules, goal] of goals) {
      for (const language of ["json", "yaml"] as const) {
        await benchTyping(folder, { rules, language, ...goal });
      }
    }
    await benchCancelling(folder);
    await benchMemory(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchStart(folder: string): Promise<void> {
  const text = await policyText(1, 50, "json");
  const times = { bare: [] as number[], initialized: [] as number[], first: [] as number[] };
  for (let run = 0; run < starts; run++) {
    const bare = await Client.start(folder, [bareServer, "--stdio"]);
    times.bare.push(bare.sinceStart());
    await bare.end();
    const client = await Client.start(folder, [command, "lsp"]);
    times.initialized.push(client.sinceStart());
    await client.open("web.policy.json", text);
    times.first.push(client.sinceStart());
    await client.end();
  }
  printRows(`Start of the language server, median of ${starts}`, [
    {
      name: "a server that knows nothing: start to its first answer",
      value: medianOf(times.bare),
      unit: "ms",
    },
    { name: "start to the first answer", value: medianOf(times.initialized), unit: "ms" },
    {
      name: "start to the first diagnostics, 50 rules",
      value: medianOf(times.first),
      unit: "ms",
      goal: { of: "value", most: 350 },
      note: `95 of 100 within ${percentile(times.first).toFixed(0)} ms`,
    },
  ]);
}

interface Typing {
  readonly rules: number;
  readonly language: "json" | "yaml";
  readonly answer: number;
  readonly diagnostics: number;
}

/** Somebody types conditions into rules here and there, and asks about each as soon as it is typed. */
async function benchTyping(
  folder: string,
  { rules, language, answer, diagnostics }: Typing,
): Promise<void> {
  const client = await Client.start(folder, [command, "lsp"]);
  const name = `web.policy.${language}`;
  let text = await policyText(2, rules, language);
  await client.open(name, text);
  const draw = new Draw(rules);
  const times = { completion: [] as number[], hover: [] as number[], diagnostics: [] as number[] };
  for (let edit = 0; edit < edits; edit++) {
    const places = [...text.matchAll(/req\.url\.path/g)];
    const { index } = draw.one(places);
    const at = index + "req.url.path".length;
    // Each is one more, and after it one less.
    const change = edit % 2 === 0 ? { start: at, end: at, text: "." } : undefined;
    const dot = /req\.url\.path\.(?=\W)/.exec(text);
    const {
      start,
      end,
      text: written,
    } = change ?? {
      start: (dot?.index ?? 0) + "req.url.path".length,
      end: (dot?.index ?? 0) + "req.url.path.".length,
      text: "",
    };
    const range = { start: positionAt(text, start), end: positionAt(text, end) };
    text = text.slice(0, start) + written + text.slice(end);
    const began = performance.now();
    const checked = client.change(name, [{ range, text: written }]);
    const position = positionAt(text, start + written.length);
    times.completion.push(await client.timed("textDocument/completion", name, { position }));
    times.hover.push(
      await client.timed("textDocument/hover", name, { position: positionAt(text, start - 2) }),
    );
    await checked;
    times.diagnostics.push(performance.now() - began);
  }
  client.stop();
  const row = (what: string, all: readonly number[], most: number): Row => ({
    name: `${what}, 95 of 100 within`,
    value: percentile(all),
    unit: "ms",
    goal: { of: "value", most },
    note: `median ${medianOf(all).toFixed(1)} ms`,
  });
  printRows(`Typing in ${rules} rules in ${language.toUpperCase()}, ${edits} edits`, [
    row("completion right after an edit", times.completion, answer),
    row("hover right after it", times.hover, answer),
    row("edit to diagnostics, with the pause of 50 ms", times.diagnostics, diagnostics),
  ]);
}

/** Lenses are asked for, and cancelled while they are looked for. */
async function benchCancelling(folder: string): Promise<void> {
  const client = await Client.start(folder, [command, "lsp"]);
  await client.open("web.policy.json", await policyText(3, 1000, "json"));
  const lenses = await client.request<{ command?: object }[]>(
    "textDocument/codeLens",
    "web.policy.json",
  );
  const unresolved = lenses.filter((lens) => lens.command === undefined).slice(-40);
  const times: number[] = [];
  for (const lens of unresolved) {
    const cancellation = new CancellationTokenSource();
    const answered = client.connection.sendRequest("codeLens/resolve", lens, cancellation.token);
    await new Promise((settle) => setTimeout(settle, 5));
    const began = performance.now();
    cancellation.cancel();
    await Promise.allSettled([answered]);
    times.push(performance.now() - began);
  }
  client.stop();
  printRows("Cancelling the search for an exchange in 1,000 rules", [
    {
      name: "cancelled to answered, 95 of 100 within",
      value: percentile(times),
      unit: "ms",
      goal: { of: "value", most: 50 },
      note: `of ${times.length}`,
    },
  ]);
}

async function benchMemory(folder: string): Promise<void> {
  const rows: Row[] = [];
  for (const rules of goals.keys()) {
    const client = await Client.start(folder, [command, "lsp"]);
    let text = await policyText(4, rules, "yaml");
    await client.open("web.policy.yaml", text);
    const before = client.megabytes();
    const draw = new Draw(rules);
    for (let edit = 0; edit < memoryEdits; edit++) {
      const places = [...text.matchAll(/req\.url\.path/g)];
      const at = draw.one(places).index;
      const written = edit % 2 === 0 ? "x" : "y";
      const range = { start: positionAt(text, at), end: positionAt(text, at) };
      text = text.slice(0, at) + written + text.slice(at);
      const checked = client.change("web.policy.yaml", [{ range, text: written }]);
      await client.timed("textDocument/completion", "web.policy.yaml", {
        position: positionAt(text, at + 1),
      });
      await client.timed("textDocument/semanticTokens/full", "web.policy.yaml", {});
      // What it costs is what is kept, whether each is waited for or not.
      if (edit % 10 === 9) await checked;
    }
    rows.push({
      name: `${rules} rules in YAML`,
      value: client.megabytes(),
      unit: "MB",
      goal: { of: "value", most: 150 },
      note: `${before.toFixed(0)} MB after the first diagnostics`,
    });
    client.stop();
  }
  printRows(`Memory of the language server after ${memoryEdits} edits`, rows);
}

/** An editor, as far as the messages go. */
class Client {
  readonly connection: ProtocolConnection;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #began: number;
  readonly #versions = new Map<string, number>();
  readonly #waiting = new Map<string, { version: number; settle: () => void }[]>();

  private constructor(
    child: ChildProcess,
    connection: ProtocolConnection,
    folder: string,
    began: number,
  ) {
    this.#child = child;
    this.connection = connection;
    this.#folder = folder;
    this.#began = began;
  }

  static async start(folder: string, args: readonly string[]): Promise<Client> {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new Client(child, connection, folder, began);
    connection.onNotification(
      "textDocument/publishDiagnostics",
      (found: PublishDiagnosticsParams) => {
        const waiting = client.#waiting.get(found.uri) ?? [];
        const still = waiting.filter(({ version, settle }) => {
          if (found.version !== version) return true;
          settle();
          return false;
        });
        client.#waiting.set(found.uri, still);
      },
    );
    connection.listen();
    await connection.sendRequest("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    await connection.sendNotification("initialized", {});
    return client;
  }

  sinceStart(): number {
    return performance.now() - this.#began;
  }

  open(name: string, text: string): Promise<void> {
    const uri = this.#uriOf(name);
    this.#versions.set(uri, 1);
    const textDocument = {
      uri,
      languageId: name.endsWith("json") ? "json" : "yaml",
      version: 1,
      text,
    };
    void this.connection.sendNotification("textDocument/didOpen", { textDocument });
    return this.#checked(uri);
  }

  change(name: string, contentChanges: readonly object[]): Promise<void> {
    const uri = this.#uriOf(name);
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    const textDocument = { uri, version };
    void this.connection.sendNotification("textDocument/didChange", {
      textDocument,
      contentChanges,
    });
    return this.#checked(uri);
  }

  request<Result>(method: string, name: string, params: object = {}): Promise<Result> {
    return this.connection.sendRequest<Result>(method, {
      textDocument: { uri: this.#uriOf(name) },
      ...params,
    });
  }

  /** How long an answer takes, in milliseconds. */
  async timed(method: string, name: string, params: object): Promise<number> {
    const began = performance.now();
    await this.request(method, name, params);
    return performance.now() - began;
  }

  /** What the process takes, with the thread that checks. */
  megabytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
  }

  /** Ends it as editors do, so that it keeps what it compiled for the next start. */
  async end(): Promise<void> {
    const ended = new Promise((settle) => this.#child.once("exit", settle));
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    await ended;
    this.connection.dispose();
  }

  stop(): void {
    this.connection.dispose();
    this.#child.kill();
  }

  #uriOf(name: string): string {
    return pathToFileURL(join(this.#folder, name)).href;
  }

  /** Until diagnostics of the last version are there. */
  #checked(uri: string): Promise<void> {
    const version = this.#versions.get(uri) ?? 0;
    return new Promise((settle) => {
      this.#waiting.set(uri, [...(this.#waiting.get(uri) ?? []), { version, settle }]);
    });
  }
}

async function policyText(seed: number, rules: number, language: "json" | "yaml"): Promise<string> {
  const policy = sitePolicy(seed, rules);
  return language === "json"
    ? JSON.stringify(policy, undefined, 2)
    : toYaml(policy as unknown as Parameters<typeof toYaml>[0]);
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  let line = 0;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", end + 1)) {
    line += 1;
    start = end + 1;
  }
  return { line, character: offset - start };
}

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
