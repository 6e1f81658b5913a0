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

/** What the page does about what the server says. */
export interface LanguageOptions {
  /** Starts the worker; `language-worker.js` beside this module, unless set. */
  readonly start?: () => Worker;
  /** Brings a document into view: of a definition, say. */
  readonly display: (uri: string) => Promise<EditorView | undefined>;
  /** Is told that what is shown in an editor is what was found in its very text. */
  readonly checked: (view: EditorView) => void;
  /** Says something that is not about a place, in a sentence. */
  readonly say: (message: string) => void;
  /** Shows the page of a rule, in Markdown. */
  readonly showRule: (rule: string, page: string) => void;
  /** The address of the page of a rule; nothing where there are no pages. */
  readonly ruleLink: (rule: string) => string | undefined;
}

/** Longer than any request takes that is not waiting for a large document. */
const timeout = 120_000;

/** The language server in its worker, for all editors of the page. */
export class LanguageClient {
  readonly #client: LSPClient;
  readonly #worker: Worker;
  readonly #options: LanguageOptions;
  /** The rule that somebody wants explained. */
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

  /** Connects an editor with the server. */
  extension(uri: string, languageId: string): Extension {
    return this.#client.plugin(uri, languageId);
  }

  /** Ends when the server answers. */
  get ready(): Promise<unknown> {
    return this.#client.initializing;
  }

  /** Says what all policies are for; nothing for what each says itself. */
  setProtocol(protocol: string | undefined): void {
    this.#client.notification("workspace/didChangeConfiguration", {
      settings: { trafficPolicy: { protocol } },
    });
  }

  /** Applies all safe fixes of a document; whether there were any. */
  fixAll(view: EditorView): Promise<boolean> {
    return applyAllFixes(view);
  }

  /** Formats a document; whether it could be read. */
  format(view: EditorView): Promise<boolean> {
    return formatDocument(view);
  }

  /** Writes a policy document in another language; nothing when that cannot be done. */
  async convert(question: ConvertQuestion): Promise<string | undefined> {
    const text = await this.#client.request<ConvertQuestion, string | null>(
      convertMethod,
      question,
    );
    return text ?? undefined;
  }

  /** Ends the worker. */
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
