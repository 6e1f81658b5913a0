import { decodeUtf8 } from "@traffic-policy/policy-language/internal";
import { concatenated } from "../bytes.ts";
import { MessageSplitter, streamMessage, type StreamPart } from "../exchange/event-stream.ts";
import { bodyBytes, sizeOf } from "../exchange/message.ts";
import type { ResponseState } from "../exchange/response-state.ts";
import type { ActionTrace, RuleTrace } from "../outcome.ts";
import type { CompiledSection } from "../policy/compile-policy.ts";
import { parseMediaType } from "../variables/reader.ts";
import type { Run } from "./run.ts";
import { runSection, skippedRule, type Ending, type Findings } from "./run-section.ts";

export function isEventStream({ headers }: ResponseState): boolean {
  return parseMediaType(headers.first("content-type")).type === "text/event-stream";
}

/** The largest message for which rules run while the stream arrives, in bytes; a larger message passes unchanged. */
const largestMessage = 1_048_576;

/** The maximum number of traced changes, because a stream may not end; the trace has those of the first messages. */
const mostTracedChanges = 1000;

/**
 * The messages of a response that is a stream of events, and the rules that run for each of them. What is told
 * of a rule is what it did to all messages together.
 */
export class MessageStream {
  readonly #run: Run;
  readonly #section: CompiledSection;
  readonly #findings: Findings;
  readonly #onEnd: (ending: Ending) => void;
  readonly #splitter = new MessageSplitter(largestMessage);
  readonly #rules: RuleTrace[] = [];
  #isOver = false;
  #hasFailed = false;

  /** @param onEnd - is told how the rules have ended, once */
  constructor(
    run: Run,
    section: CompiledSection,
    findings: Findings,
    onEnd: (ending: Ending) => void,
  ) {
    this.#run = run;
    this.#section = section;
    this.#findings = findings;
    this.#onEnd = onEnd;
  }

  /** True unless an encoding such as gzip hides the messages. */
  get isReadable(): boolean {
    const { response } = this.#run;
    return (
      response?.compression !== undefined || response?.headers.has("content-encoding") === false
    );
  }

  /** True when a rule has failed, so that the stream cannot go on. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Takes what has come of the stream, and gives what of it can go on. */
  write(bytes: Uint8Array): Uint8Array {
    return this.#through(this.#splitter.push(bytes));
  }

  /** The stream has ended: gives the rest of it. */
  end(): Uint8Array {
    const rest = this.#through(this.#splitter.end());
    this.finish();
    return rest;
  }

  /** Nothing more comes, also because the stream broke off. */
  finish(): void {
    this.#finish({ kind: "completed" });
  }

  /** Runs the rules for all messages of a body that is there. */
  runWhole(): void {
    const { response } = this.#run;
    if (response?.body === undefined || !this.isReadable) {
      const isNone = response?.body === undefined && !this.#run.canRespondWithBody;
      if (!isNone) this.#tellUnread("The body of the response is not given as plain text");
      this.#finish({ kind: "completed" });
      return;
    }
    const before = bodyBytes(response.body);
    const splitter = new MessageSplitter();
    const changed = this.#through([...splitter.push(before), ...splitter.end()]);
    if (this.#hasFailed) return;
    this.#finish({ kind: "completed" });
    const isSame =
      changed.length === before.length && changed.every((byte, at) => byte === before[at]);
    if (!isSame) this.#setBody(response, decodeUtf8(changed) ?? changed);
  }

  #through(parts: readonly StreamPart[]): Uint8Array {
    const done: (string | Uint8Array)[] = [];
    for (const part of parts) {
      if (this.#isOver) break;
      const text = part.isMessage ? decodeUtf8(part.bytes) : undefined;
      const after = text === undefined ? undefined : this.#runFor(text);
      if (text === undefined) this.#notePassedOn(part);
      if (!this.#hasFailed) done.push(after === undefined || after === text ? part.bytes : after);
    }
    return concatenated(done);
  }

  /** The text of a message after the rules have run for it. */
  #runFor(text: string): string {
    const message = streamMessage(text);
    if (!message.hasFields) return text;
    const run = this.#run;
    const own: Findings = {
      matched: [],
      notSimulated: [],
      errors: this.#findings.errors,
      rules: this.#findings.rules && [],
    };
    run.message = message;
    const ending = runSection(run, this.#section, own);
    run.message = undefined;
    addOnce(this.#findings.matched, own.matched);
    addOnce(this.#findings.notSimulated, own.notSimulated);
    for (const [index, rule] of (own.rules ?? []).entries()) {
      this.#rules[index] = together(this.#rules[index], rule);
    }
    if (ending.kind !== "completed") {
      this.#hasFailed = true;
      this.#finish(ending);
    }
    return message.toText();
  }

  #notePassedOn({ bytes, isMessage }: StreamPart): void {
    if (isMessage) this.#tellUnread("A message of the stream is not UTF-8");
    // Half a line break is no message, either.
    else if (bytes.length > 1) this.#tellUnread(`A message is larger than ${largestMessage} bytes`);
  }

  #tellUnread(why: string): void {
    const { name, rules } = this.#section;
    const message = `${why}: ${name} rules are not simulated.`;
    const actions = rules.flatMap((rule) => rule.actions);
    const unread = actions.map(({ path, type }) => ({ path, type, message }));
    addOnce(this.#findings.notSimulated, unread);
  }

  #finish(ending: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const rules = this.#section.rules.map((rule, index) => this.#rules[index] ?? skippedRule(rule));
    this.#findings.rules?.push(...rules);
    this.#onEnd(ending);
  }

  #setBody(response: ResponseState, body: string | Uint8Array): void {
    response.body = body;
    if (!response.headers.has("content-length")) return;
    response.bodySize = sizeOf(body);
    this.#run.changeHeader("content-length", "set", String(response.bodySize));
  }
}

function addOnce<Item extends { readonly path: string }>(all: Item[], more: readonly Item[]): void {
  all.push(...more.filter(({ path }) => all.every((one) => one.path !== path)));
}

const weight: Readonly<Record<RuleTrace["result"], number>> = {
  failed: 2,
  matched: 1,
  "not-matched": 0,
  skipped: 0,
};

/** Merges the traces of a rule over messages: the message for which most of the rule ran, with the changes of all. */
function together(before: RuleTrace | undefined, now: RuleTrace): RuleTrace {
  if (before === undefined) return now;
  const told = weight[now.result] > weight[before.result] ? now : before;
  return {
    ...told,
    actions: told.actions.map((action, at): ActionTrace => {
      const [old = [], added = []] = [before, now].map((one) => one.actions[at]?.changes);
      const isFull = old.length >= mostTracedChanges;
      return { ...action, changes: isFull ? old : [...old, ...added] };
    }),
  };
}
