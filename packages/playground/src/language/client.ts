import {
  findReferencesKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  LSPPlugin,
  serverCompletion,
  signatureHelp,
  type Transport,
} from "@codemirror/lsp-client";
import type { Extension } from "@codemirror/state";
import { keymap, type EditorView } from "@codemirror/view";
import type { Diagnostic } from "vscode-languageserver-types";
import { applyAllFixes, applyFix, quickFixes } from "./code-actions.ts";
import { formatDocument } from "./format.ts";
import { convertMethod, type ConvertQuestion } from "./convert-question.ts";
import { showServerFindings, type FindingActions } from "./findings.ts";
import { plainHtml } from "./markdown.ts";
import { renameKeymap } from "./rename.ts";
import { semanticHighlighting } from "./semantic-tokens.ts";
import { syncing } from "./syncing.ts";
import { EditorWorkspace } from "./workspace.ts";

export interface LanguageOptions {
  /** Starts the worker; `language-worker.js` next to this module by default. */
  readonly start?: () => Worker;
  readonly display: (uri: string) => Promise<EditorView | undefined>;
  /** Called when the findings shown in an editor match its current text. */
  readonly checked: (view: EditorView) => void;
  readonly say: (message: string) => void;
  readonly showRule: (rule: string, page: string) => void;
  readonly ruleLink: (rule: string) => string | undefined;
}

/** In milliseconds. Only requests that wait for a large document take longer. */
const timeout = 120_000;

/** The language server in its worker, for all editors of the page. */
export class LanguageClient {
  readonly #client: LSPClient;
  readonly #worker: Worker;
  readonly #options: LanguageOptions;
  #explained: string | undefined;
  readonly actions: FindingActions;

  constructor(options: LanguageOptions) {
    this.#options = options;
    this.#worker = (options.start ?? startWorker)();
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      options.say("The language server has ended: reload the page to see findings again.");
    });
    const explain = (rule: string): void => this.#explain(rule);
    this.actions = {
      fix: (view, { from, to, fix = "" }) => void applyFix(view, { from, to }, fix),
      ruleLink: options.ruleLink,
      explain,
    };
    this.#client = new LSPClient({
      timeout,
      sanitizeHTML: plainHtml,
      workspace: (client) => new EditorWorkspace(client, options.display),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, params: Published) => this.#published(params),
        "window/showMessage": (_, params: { readonly message: string }) =>
          this.#said(params.message),
      },
      extensions: [
        serverCompletion({ override: true }),
        hoverTooltips(),
        signatureHelp(),
        keymap.of([...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
        quickFixes(explain),
        semanticHighlighting(),
        syncing(),
      ],
    });
    this.#client.connect(transportTo(this.#worker));
  }

  extension(uri: string, languageId: string): Extension {
    return this.#client.plugin(uri, languageId);
  }

  get ready(): Promise<unknown> {
    return this.#client.initializing;
  }

  /** Sets the protocol of all policies; undefined lets each policy tell its own. */
  setProtocol(protocol: string | undefined): void {
    this.#client.notification("workspace/didChangeConfiguration", {
      settings: { trafficPolicy: { protocol } },
    });
  }

  fixAll(view: EditorView): Promise<boolean> {
    return applyAllFixes(view);
  }

  format(view: EditorView): Promise<boolean> {
    return formatDocument(view);
  }

  async convert(question: ConvertQuestion): Promise<string | undefined> {
    const text = await this.#client.request<ConvertQuestion, string | null>(
      convertMethod,
      question,
    );
    return text ?? undefined;
  }

  close(): void {
    this.#client.disconnect();
    this.#worker.terminate();
  }

  #published({ uri, version, diagnostics }: Published): boolean {
    const file = this.#client.workspace.getFile(uri);
    const view = file?.getView();
    // What was found in an older version is found again.
    const isOld = version !== undefined && version !== file?.version;
    const plugin = view && LSPPlugin.get(view);
    if (view && !isOld && plugin) {
      showServerFindings(view, diagnostics, this.actions);
      if (plugin.unsyncedChanges.empty) this.#options.checked(view);
    }
    return true;
  }

  #said(message: string): boolean {
    const rule = this.#explained;
    this.#explained = undefined;
    if (rule === undefined) this.#options.say(message);
    else this.#options.showRule(rule, message);
    return true;
  }

  #explain(rule: string): void {
    this.#explained = rule;
    void this.#client.request("workspace/executeCommand", {
      command: "trafficPolicy.explain",
      arguments: [rule],
    });
  }
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

function startWorker(): Worker {
  return new Worker(new URL("language-worker.js", import.meta.url), { type: "module" });
}

function transportTo(worker: Worker): Transport {
  const listeners = new Map<(message: string) => void, (event: MessageEvent<string>) => void>();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none.
    send: (message) => worker.postMessage(message),
    subscribe(take) {
      const listen = ({ data }: MessageEvent<string>): void => take(data);
      listeners.set(take, listen);
      worker.addEventListener("message", listen);
    },
    unsubscribe(take) {
      const listen = listeners.get(take);
      if (listen !== undefined) worker.removeEventListener("message", listen);
      listeners.delete(take);
    },
  };
}
