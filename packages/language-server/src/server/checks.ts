import type { Diagnostic } from "vscode-languageserver-types";
import { longestText } from "../documents/editor-document.ts";
import { PositionedText } from "../documents/positioned-text.ts";
import { toDiagnostic } from "../features/publish-diagnostics.ts";
import type { Checked, Finding, Host } from "../host.ts";
import type { ServerConnection } from "../connection.ts";
import type { OpenDocuments } from "./open-documents.ts";
import type { Timers } from "./timers.ts";

/** The time without typing before a document is checked, in milliseconds. */
export interface Pauses {
  readonly text: number;
  /** For a module, which runs; and for documents that depend on another that changed. */
  readonly code: number;
}

/** The longest time that a request for code actions waits for findings, in milliseconds. */
const longestWait = 1000;

export const usualPauses: Pauses = { text: 50, code: 300 };

interface State {
  cancel: (() => void) | undefined;
  isRunning: boolean;
  /** True when the document changed after the current check began. */
  isStale: boolean;
}

/**
 * Checks documents when the user pauses, with at most a single check per document at a time, and publishes the
 * findings. Never publishes findings of an older version.
 */
export class Checks {
  readonly #connection: ServerConnection;
  readonly #documents: OpenDocuments;
  readonly #host: Host;
  readonly #timers: Timers;
  readonly #pauses: Pauses;
  readonly #states = new Map<string, State>();
  /** By the file that contains them, and by the document whose check found them. */
  readonly #findings = new Map<string, Map<string, readonly Finding[]>>();
  readonly #noted = new Set<string>();
  /** The text of each document at its last check. */
  readonly #checked = new Map<string, string>();
  readonly #waiting = new Set<(isOver: boolean) => void>();
  #isClosed = false;

  constructor(
    {
      connection,
      documents,
      host,
      timers,
    }: {
      readonly connection: ServerConnection;
      readonly documents: OpenDocuments;
      readonly host: Host;
      readonly timers: Timers;
    },
    pauses: Pauses,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#host = host;
    this.#timers = timers;
    this.#pauses = pauses;
  }

  close(): void {
    this.#isClosed = true;
    for (const { cancel } of this.#states.values()) cancel?.();
    for (const look of this.#waiting) look(true);
  }

  /** Call when a document was opened, changed or closed. */
  changed(uri: string, isOpen: boolean): void {
    if (isOpen) this.#later(uri, this.#pauseBefore(uri));
    else this.#closed(uri);
    // What else is open may import it, be about it, or be configured by it.
    for (const other of this.#documents.uris)
      if (other !== uri) this.#later(other, this.#pauses.code);
  }

  /** Call when any document may be affected: files were saved, or settings changed. */
  all(): void {
    for (const uri of this.#documents.uris) this.#later(uri, this.#pauses.text);
  }

  /** Returns the findings of the last checked version of a document. */
  of(uri: string): readonly Finding[] {
    return [...(this.#findings.get(uri)?.values() ?? [])].flat();
  }

  /** Returns the findings of the current version of a document; undefined until the check ends. */
  ofNow(uri: string): readonly Finding[] | undefined {
    // Whatever version a client calls it.
    const isFresh = this.#checked.get(uri) === this.#documents.get(uri)?.text;
    return isFresh ? this.of(uri) : undefined;
  }

  /** Resolves to the findings of the current version; undefined when that takes too long. */
  whenFound(uri: string): Promise<readonly Finding[] | undefined> {
    return new Promise((settle) => {
      const look = (isOver: boolean): void => {
        const found = this.ofNow(uri);
        if (found === undefined && !isOver && !this.#isClosed) return;
        stopTimer();
        this.#waiting.delete(look);
        settle(found);
      };
      const stopTimer = this.#timers.after(longestWait, () => look(true));
      this.#waiting.add(look);
      look(false);
    });
  }

  #pauseBefore(uri: string): number {
    if (this.#documents.get(uri)?.language === "code") return this.#pauses.code;
    // Nobody types in what has just been opened.
    return this.#states.has(uri) ? this.#pauses.text : 0;
  }

  #stateOf(uri: string): State {
    let state = this.#states.get(uri);
    if (state === undefined) {
      state = { cancel: undefined, isRunning: false, isStale: false };
      this.#states.set(uri, state);
    }
    return state;
  }

  #later(uri: string, pause: number, isQuick = true): void {
    const state = this.#stateOf(uri);
    if (state.isRunning) {
      state.isStale = true;
      return;
    }
    state.cancel?.();
    state.cancel = this.#timers.after(pause, () => {
      state.cancel = undefined;
      void this.#check(uri, state, isQuick);
    });
  }

  async #check(uri: string, state: State, isQuick: boolean): Promise<void> {
    const document = this.#documents.get(uri);
    if (document === undefined || this.#isClosed) return;
    state.isRunning = true;
    state.isStale = false;
    let checked: Checked;
    try {
      const [{ kind } = document] = document.policies;
      checked = await this.#host.check(uri, kind, isQuick);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A document without findings would look right.
      checked = {
        findings: { [uri]: [{ severity: "error", message: `Not checked. ${message}` }] },
        notes: [message],
      };
    }
    state.isRunning = false;
    // One that was closed, and perhaps opened again, has another state.
    if (this.#isClosed || this.#states.get(uri) !== state) return;
    if (state.isStale) {
      this.#later(uri, this.#pauses.text);
      // In the text as it is now, nothing would be where it was found.
      if (!this.#documents.isCurrent(document)) return;
    }
    this.#documents.learn(uri, {
      ...(checked.protocols && { protocols: checked.protocols }),
      ...(checked.isPolicy === true && { isPolicy: true }),
    });
    this.#checked.set(uri, document.text);
    await this.#show(uri, checked);
    for (const look of this.#waiting) look(false);
    if (document.isTooLong) {
      const most = longestText.toLocaleString("en");
      this.#note(
        `${uri.slice(uri.lastIndexOf("/") + 1)} has more than ${most} characters: it is only linted.`,
      );
    }
    // What else there is to say is looked for when nobody types any more.
    const isLast = this.#documents.get(uri)?.version === document.version;
    if (checked.isPartial === true && isQuick && isLast && state.cancel === undefined) {
      this.#later(uri, this.#pauses.code, false);
    }
  }

  async #show(uri: string, { findings, notes = [] }: Checked): Promise<void> {
    const files = new Set([uri, ...Object.keys(findings), ...this.#filesOf(uri)]);
    for (const file of files) {
      const found = findings[file] ?? [];
      const known = this.#findings.get(file) ?? new Map<string, readonly Finding[]>();
      if (found.length === 0) known.delete(uri);
      else known.set(uri, found);
      if (known.size === 0) this.#findings.delete(file);
      else this.#findings.set(file, known);
    }
    for (const file of files) await this.#publish(file);
    for (const note of notes) this.#note(note);
  }

  #filesOf(uri: string): string[] {
    return [...this.#findings].flatMap(([file, owners]) => (owners.has(uri) ? [file] : []));
  }

  async #publish(uri: string): Promise<void> {
    const document = this.#documents.get(uri);
    const text = document?.positions ?? (await this.#text(uri));
    const related = new Map<string, PositionedText>();
    for (const { related: places = [] } of this.of(uri)) {
      for (const { uri: other } of places) {
        if (other !== undefined && other !== uri) related.set(other, await this.#text(other));
      }
    }
    const shown = new Map<string, Diagnostic>();
    for (const finding of this.of(uri)) {
      const diagnostic = toDiagnostic(
        finding,
        text,
        (other) => related.get(other) ?? text,
        this.#host.pageAddress,
      );
      // Modules that several documents import are checked with each of them.
      shown.set(JSON.stringify(diagnostic), diagnostic);
    }
    await unlessGone(() =>
      this.#connection.sendDiagnostics({
        uri,
        diagnostics: [...shown.values()],
        ...(document !== undefined && { version: document.version }),
      }),
    );
  }

  async #text(uri: string): Promise<PositionedText> {
    const open = this.#documents.get(uri)?.positions;
    if (open !== undefined) return open;
    const { encoding } = this.#documents;
    return PositionedText.of(uri, (await this.#host.read(uri)) ?? "", encoding);
  }

  /** Shows each note only once. */
  #note(note: string): void {
    if (this.#noted.has(note)) return;
    this.#noted.add(note);
    void unlessGone(() =>
      this.#connection.sendNotification("window/showMessage", { type: 2, message: note }),
    );
  }

  #closed(uri: string): void {
    this.#states.get(uri)?.cancel?.();
    this.#states.delete(uri);
    this.#checked.delete(uri);
    void this.#show(uri, { findings: {} });
  }
}

/** Sends a message. Ignores a failure: when the client no longer reads, the server is about to end. */
async function unlessGone(send: () => Promise<void>): Promise<void> {
  try {
    // On a connection that is closed, it throws at once.
    await send();
  } catch {
    // Nobody is there to be told.
  }
}
