import { dirname } from "node:path";
import type { Checked, DocumentKind, Host, Lens } from "@traffic-policy/language-server";
import { findConfiguration, isCode } from "@traffic-policy/project";
import { pageAddress } from "../version.ts";
import { editorCommands } from "./command-names.ts";
import { Pages } from "./pages.ts";
import { pathOf } from "./workspace-texts.ts";
import {
  checkTime,
  inProcess,
  inThread,
  RemoteChecker,
  type GivenText,
  type GivenTexts,
} from "./remote-checker.ts";

/** Time limit for a user's command, in milliseconds. */
const commandTime = 120_000;

const untrusted =
  "This workspace is not trusted, so traffic-policy runs no code of it: modules are not checked, and configurations in code are ignored.";

/**
 * The local host of the language server. It checks documents in a thread that runs no workspace code, and in a
 * process when code is needed and allowed.
 */
export class EditorHost implements Host {
  readonly commands = Object.values(editorCommands);
  readonly pageAddress = pageAddress;
  readonly #texts: GivenTexts;
  readonly #thread: RemoteChecker;
  readonly #process: RemoteChecker;
  /** Documents that are not code but depend on code: for example, cases of a policy in code. */
  readonly #runningCode = new Set<string>();
  readonly #pages = new Pages();
  readonly #executing = new Set<RemoteChecker>();
  #isTrusted = false;

  constructor(thread: RemoteChecker, texts: GivenTexts) {
    this.#texts = texts;
    this.#thread = thread;
    this.#process = new RemoteChecker(inProcess, texts, { timeLimit: checkTime, mostAnswers: 100 });
  }

  give(...given: GivenText): void {
    const [uri, text] = given;
    if (text === undefined) this.#texts.delete(uri);
    else this.#texts.set(uri, given);
    this.#thread.give(given);
    this.#process.give(given);
  }

  trust(isTrusted: boolean): void {
    this.#isTrusted = isTrusted;
    if (!isTrusted) this.#runningCode.clear();
  }

  async check(uri: string, kind: DocumentKind, isQuick: boolean): Promise<Checked> {
    const checker = this.#checkerFor(uri);
    if (checker === undefined) return { findings: { [uri]: [] }, notes: [untrusted] };
    const checked = await checker.ask("check", uri, kind, isQuick);
    if (checked.needsCode === true && this.#isTrusted && checker === this.#thread) {
      // Found out once: from now on the process is asked at once.
      this.#runningCode.add(uri);
      return this.check(uri, kind, isQuick);
    }
    const { notes = [] } = checked;
    return this.#ignoresConfiguration(uri) ? { ...checked, notes: [...notes, untrusted] } : checked;
  }

  async fixAll(uri: string): Promise<string | undefined> {
    return this.#checkerFor(uri)?.ask("fixAll", uri);
  }

  async fix(...args: Parameters<Host["fix"]>): Promise<string | undefined> {
    return this.#checkerFor(args[0])?.ask("fix", ...args);
  }

  format(uri: string): Promise<string | undefined> {
    return this.#thread.ask("format", uri);
  }

  read(uri: string): Promise<string | undefined> {
    return this.#thread.ask("read", uri);
  }

  async policiesOf(...asked: Parameters<Host["policiesOf"]>): ReturnType<Host["policiesOf"]> {
    return (this.#checkerFor(asked[0]) ?? this.#thread).ask("policiesOf", ...asked);
  }

  async lenses(uri: string): Promise<readonly Lens[]> {
    return (await this.#checkerFor(uri)?.ask("lenses", uri)) ?? [];
  }

  async lensTitle(lens: Lens): Promise<string> {
    // Cases may be in a module, whatever the policy is in.
    const isOfCode = lens.kind === "cases" && this.#isTrusted;
    const checker = isOfCode ? this.#process : this.#checkerFor(lens.uri);
    return (await checker?.ask("lensTitle", lens)) ?? "";
  }

  configurationSchema(): ReturnType<Host["configurationSchema"]> {
    return this.#thread.ask("configurationSchema");
  }

  /** Runs in a separate process, which is stopped afterwards: the command may run code, and send requests. */
  async execute(
    ...[command, args, token]: Parameters<Host["execute"]>
  ): ReturnType<Host["execute"]> {
    if (!this.#isTrusted && command !== editorCommands.explain) {
      return { message: untrusted, isError: true };
    }
    const checker = new RemoteChecker(
      command === editorCommands.explain ? inThread : inProcess,
      this.#texts,
      { timeLimit: commandTime },
    );
    this.#executing.add(checker);
    const cancelling = token.onCancellationRequested(() => checker.stop());
    try {
      const { page, ...answer } = await checker.ask("execute", command, args);
      return page === undefined ? answer : { document: this.#pages.show(page) };
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error), isError: true };
    } finally {
      cancelling.dispose();
      this.#executing.delete(checker);
      checker.stop();
    }
  }

  async close(): Promise<void> {
    for (const checker of this.#executing) checker.stop();
    this.#pages.remove();
    await Promise.all([this.#thread.end(), this.#process.end()]);
  }

  /** The checker for a document; undefined for untrusted code. */
  #checkerFor(uri: string): RemoteChecker | undefined {
    if (!isCode(uri) && !this.#runningCode.has(uri) && !hasCodeConfiguration(uri)) {
      return this.#thread;
    }
    if (this.#isTrusted) return this.#process;
    return isCode(uri) ? undefined : this.#thread;
  }

  #ignoresConfiguration(uri: string): boolean {
    return !this.#isTrusted && hasCodeConfiguration(uri);
  }
}

function hasCodeConfiguration(uri: string): boolean {
  const file = pathOf(uri);
  const configuration = file === undefined ? undefined : findConfiguration(dirname(file));
  return configuration !== undefined && isCode(configuration);
}
