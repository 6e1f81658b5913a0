import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { PassThrough } from "node:stream";
import { serve, type Host } from "@traffic-policy/language-server";
import type { Pauses } from "../../packages/language-server/src/server/checks.ts";
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
} from "vscode-languageserver/node";
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeParams,
  PublishDiagnosticsParams,
  RegistrationParams,
} from "vscode-languageserver";
import { Checker } from "../../packages/cli/src/editor/checker.ts";
import { editorCommands } from "../../packages/cli/src/editor/command-names.ts";
import { Pages } from "../../packages/cli/src/editor/pages.ts";
import { pageAddress } from "../../packages/cli/src/version.ts";
import { testContext } from "../cli/context.ts";

/** How a client counts the characters of a line. */
export type TestEncoding = "utf-8" | "utf-16";

export interface EditorOptions {
  readonly encoding?: TestEncoding;
  /** The folder of the workspace. */
  readonly folder?: string;
  readonly pauses?: Pauses;
  /** Instead of what checks by the code of the command. */
  readonly host?: Host;
  readonly initializationOptions?: object;
  /** What it can do beside what all of these editors can; snippets when left out. */
  readonly capabilities?: ClientCapabilities;
}

const snippets: ClientCapabilities = {
  textDocument: { completion: { completionItem: { snippetSupport: true } } },
};

/** An editor without a screen that speaks to the server in this process, with messages over real streams. */
export class TestEditor {
  readonly connection: ProtocolConnection;
  readonly capabilities: Record<string, unknown>;
  readonly messages: string[] = [];
  /** What the server has asked to be told. */
  readonly registered: readonly unknown[];
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();

  private constructor(
    connection: ProtocolConnection,
    capabilities: Record<string, unknown>,
    registered: readonly unknown[],
  ) {
    this.connection = connection;
    this.capabilities = capabilities;
    this.registered = registered;
  }

  static async start(options: EditorOptions = {}): Promise<TestEditor> {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const server = createConnection(
      new StreamMessageReader(toServer),
      new StreamMessageWriter(toClient),
    );
    serve(server, {
      host: options.host ?? (await hostHere(options.folder)),
      timers: {
        after(milliseconds, call) {
          const timer = setTimeout(call, milliseconds);
          return () => clearTimeout(timer);
        },
      },
      version: "0.0.0",
      pauses: options.pauses ?? { text: 1, code: 2 },
      isTrusted: true,
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    return TestEditor.over(connection, options);
  }

  /** The same over any connection to a server. */
  static async over(
    connection: ProtocolConnection,
    {
      encoding = "utf-16",
      initializationOptions = {},
      capabilities: more = {},
    }: EditorOptions = {},
  ): Promise<TestEditor> {
    const early: PublishDiagnosticsParams[] = [];
    let take = (published: PublishDiagnosticsParams): void => void early.push(published);
    connection.onNotification(
      "textDocument/publishDiagnostics",
      (published: PublishDiagnosticsParams) => take(published),
    );
    const messages: string[] = [];
    connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
      messages.push(message);
    });
    const registered: unknown[] = [];
    connection.onRequest("client/registerCapability", (asked: RegistrationParams) => {
      registered.push(...asked.registrations);
    });
    connection.listen();
    const params: InitializeParams = {
      processId: null,
      rootUri: null,
      capabilities: { ...snippets, ...more, general: { positionEncodings: [encoding] } },
      initializationOptions,
    };
    const { capabilities } = await connection.sendRequest<{
      capabilities: Record<string, unknown>;
    }>("initialize", params);
    await connection.sendNotification("initialized", {});
    const editor = new TestEditor(connection, capabilities, registered);
    editor.messages.push(...messages);
    connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
      editor.messages.push(message);
    });
    take = (published) => editor.#take(published);
    for (const published of early) take(published);
    return editor;
  }

  #take(published: PublishDiagnosticsParams): void {
    this.#published.set(published.uri, published);
    for (const check of this.#waiting) check();
  }

  /** Opens a document, and waits for what is said of it. */
  async open(uri: string, text: string, languageId = languageIdOf(uri)): Promise<Diagnostic[]> {
    this.#versions.set(uri, 1);
    const textDocument = { uri, languageId, version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
    return this.diagnostics(uri);
  }

  /** Changes a document; without a range, all of it. */
  async change(
    uri: string,
    contentChanges: readonly { readonly range?: object; readonly text: string }[],
    version = (this.#versions.get(uri) ?? 0) + 1,
  ): Promise<void> {
    this.#versions.set(uri, Math.max(version, this.#versions.get(uri) ?? 0));
    const textDocument = { uri, version };
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument,
      contentChanges,
    });
  }

  async closeDocument(uri: string): Promise<void> {
    this.#versions.delete(uri);
    this.#published.delete(uri);
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }

  /** What is said of the last version of a document, as soon as it is said. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const { diagnostics } = await this.#until(
      uri,
      ({ version }) => version === this.#versions.get(uri),
    );
    return diagnostics;
  }

  /** Waits until what is said of a document, open or not, is as it is wanted. */
  async shows(
    uri: string,
    isWanted: (diagnostics: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    const { diagnostics } = await this.#until(uri, (published) => isWanted(published.diagnostics));
    return diagnostics;
  }

  async #until(
    uri: string,
    isWanted: (published: PublishDiagnosticsParams) => boolean,
  ): Promise<PublishDiagnosticsParams> {
    for (;;) {
      const published = this.#published.get(uri);
      if (published !== undefined && isWanted(published)) return published;
      await new Promise<void>((settle) => {
        const check = (): void => {
          this.#waiting.delete(check);
          settle();
        };
        this.#waiting.add(check);
      });
    }
  }

  /** Asks about a document. */
  request<Result>(method: string, uri: string, params: object = {}): Promise<Result> {
    return this.connection.sendRequest<Result>(method, { textDocument: { uri }, ...params });
  }

  async close(): Promise<void> {
    await this.connection.sendRequest("shutdown");
    // An exit would end the process that the tests are in.
    this.connection.dispose();
  }
}

/** A host that checks in this process what the threads and processes of the command check. */
export async function hostHere(folder?: string, { runsCode = true } = {}): Promise<Host> {
  const { files: _files, ...context } = await testContext(folder);
  const checker = new Checker(context, { runsCode });
  const pages = new Pages();
  return {
    commands: Object.values(editorCommands),
    give: (...given) => void checker.give(...given),
    trust: () => {},
    check: (uri, kind) => checker.check(uri, kind, false),
    read: (uri) => checker.read(uri),
    fixAll: (uri) => checker.fixAll(uri),
    fix: (uri, finding) => checker.fix(uri, finding),
    format: (uri) => checker.format(uri),
    policiesOf: (...asked) => checker.policiesOf(...asked),
    lenses: (uri) => checker.lenses(uri),
    lensTitle: (lens) => checker.lensTitle(lens),
    pageAddress,
    configurationSchema: () => checker.configurationSchema(),
    async execute(command, args) {
      const { page, ...answer } = await checker.execute(command, args);
      return page === undefined ? answer : { document: pages.show(page) };
    },
    close: async () => pages.remove(),
  };
}

function languageIdOf(uri: string): string {
  if (/\.ya?ml$/.test(uri)) return "yaml";
  return uri.endsWith(".ts") ? "typescript" : "json";
}

/** The connection to a server in another process, over its standard input and output. */
export function connectionTo({
  stdin,
  stdout,
}: Pick<ChildProcessWithoutNullStreams, "stdin" | "stdout">): ProtocolConnection {
  return createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
}
