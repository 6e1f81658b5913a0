import { decodeUtf8, type Dialect, type Protocol } from "@traffic-policy/policy-language";
import { defaults, ExchangeError, type Exchange } from "../exchange/exchange.ts";
import type { StreamMessage } from "../exchange/event-stream.ts";
import { sizeOf, type Body } from "../exchange/message.ts";
import { RequestState } from "../exchange/request-state.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { dateOf } from "../exchange/time.ts";
import { formatUrl, parseUrl, type UrlParts } from "../exchange/url.ts";
import type { JsonLike, PlainValue } from "../expression/plain-value.ts";
import type { ResolvedOptions } from "../options.ts";
import type { LogEntry, ActionTrace, Change } from "../outcome.ts";
import type { Carrier, ReadBody } from "./carrier.ts";
import { UnknownPart } from "./questions.ts";
import { Unanswered } from "./unanswered.ts";

/** An action that fails, and the request with it; the message is a sentence. */
export class ActionFailure extends Error {}

/** An action in the trace to which something may still be added. */
export type TracedAction = { -readonly [Key in keyof ActionTrace]: ActionTrace[Key] } & {
  readonly changes: Change[];
};

/** What an action of an inbound rule does to the response; or why it did not, as a sentence. */
export type LaterEffect = (run: Run) => string | undefined;

/** What actions leave behind: values by the names of variables. */
export type Results = Readonly<Record<string, PlainValue>>;

/** Learns what came of asking the upstream: the status of its response, or `null` when it could not be reached. */
export type UpstreamWatcher = (status: number | null) => void;

/** What an action does when there is a response, and its entry in the trace, when there is one. */
export interface LaterAction {
  readonly does: LaterEffect;
  readonly trace: TracedAction | undefined;
}

/** Where in a section a run waits for an answer. */
export interface Position {
  readonly rule: number;
  readonly action: number;
}

/** The variables of an exchange, as the evaluator reads them: by name, when it needs them. */
export interface Bindings {
  /** Drops the values of namespaces, such as `req`; they are read again when needed. */
  forget(namespaces: readonly string[]): void;
  /** Whether only the service knows the value of a variable. */
  isUnknown(variable: string): boolean;
  /** The value of a variable as JSON; undefined when it has none. */
  toJson(variable: string): JsonLike | undefined;
}

/** One exchange on its way through a policy: what expressions read and actions change. */
export class Run {
  readonly exchange: Exchange;
  readonly protocol: Protocol;
  readonly dialect: Dialect;
  readonly options: ResolvedOptions;
  /** Who carries the exchange, and can be asked. */
  readonly carrier: Carrier;
  /** The request as it is now; none in TCP and TLS policies. */
  readonly request: RequestState | undefined;
  /** The response as it is now, once there is one. */
  response: ResponseState | undefined;
  /** What actions of inbound rules do when there is a response. */
  later: LaterAction[] | undefined;
  /** The changes of the action that runs, when there is a trace. */
  changes: Change[] | undefined;
  /** Headers of the request that actions have set or removed, in lower case; none when there are none. */
  changedHeaders: string[] | undefined;
  readonly logs: LogEntry[] = [];
  /** The variables, once an expression has read one. */
  bindings: Bindings | undefined;
  /** What actions have left behind, by the name of the variable; none before one has. */
  results: Map<string, PlainValue> | undefined;
  /** What outlives the run, and has to be taken back when it is abandoned. */
  #undo: (() => void)[] | undefined;
  /** What `set-vars` has set for the rules of the section that runs; none before it has. */
  vars: Map<string, PlainValue> | undefined;
  /** The message of a stream of events that rules run for, while they do. */
  message: StreamMessage | undefined;
  /** Who wants to know what comes of asking the upstream. */
  watchers: UpstreamWatcher[] | undefined;
  /** Where the section goes on that waits for an answer; none when none does. */
  waiting: Position | undefined;
  /** Which action of its rule runs. */
  actionIndex = 0;
  readonly #time: number;
  readonly #seenRequest: RequestState | undefined;
  #seenResponse: ResponseState | undefined;
  #endpointUrl: UrlParts | undefined;
  #answer: { readonly value: unknown } | undefined;

  /** @throws ExchangeError when the exchange cannot be */
  constructor(
    exchange: Exchange,
    { protocol, dialect }: { readonly protocol: Protocol; readonly dialect: Dialect },
    options: ResolvedOptions,
    carrier: Carrier = {},
  ) {
    this.exchange = exchange;
    this.carrier = carrier;
    this.dialect = dialect;
    this.protocol = protocol;
    this.options = options;
    this.#time = exchange.time === undefined ? options.clock() : dateOf(exchange.time).getTime();
    if (protocol !== "http") return;
    if (exchange.request === undefined) {
      throw new ExchangeError(
        "The exchange has no request.",
        "Add one: an HTTP policy is about requests.",
      );
    }
    this.request = new RequestState(exchange.request, exchange);
    this.#seenRequest =
      options.laterRulesSee === "changes"
        ? this.request
        : new RequestState(exchange.request, exchange);
  }

  /** The request as variables show it. */
  get seenRequest(): RequestState | undefined {
    return this.#seenRequest;
  }

  /** The response as variables show it. */
  get seenResponse(): ResponseState | undefined {
    return this.#seenResponse;
  }

  /** The URL of the request as variables and rewrites see it. */
  get seenUrl(): UrlParts | undefined {
    const request = this.#seenRequest;
    return this.options.urlNormalization === "none" ? request?.url : request?.normalUrl;
  }

  /** The URL of the endpoint: the one that is given, or scheme, host and port of the request. */
  get endpointUrl(): UrlParts {
    this.#endpointUrl ??= this.#findEndpointUrl();
    return this.#endpointUrl;
  }

  #findEndpointUrl(): UrlParts {
    const { endpoint, connection } = this.exchange;
    const given = endpoint?.url === undefined ? undefined : parseUrl(endpoint.url);
    if (given !== undefined) return given;
    const { scheme, host, port } = (this.request && parseUrl(this.request.sentUrl)) ?? {
      scheme: this.protocol === "http" ? defaults.request.scheme : this.protocol,
      host: defaults.request.host,
      port: connection?.serverPort,
    };
    return { scheme, host, path: "", ...(port !== undefined && { port }) };
  }

  /** Whether a body can follow the head of the response. Source: RFC 9112, section 6.3. */
  get canRespondWithBody(): boolean {
    const { status } = this.response ?? {};
    return this.request?.method !== "HEAD" && status !== 204 && status !== 304;
  }

  /** When the exchange takes place, in milliseconds since 1970. */
  get now(): number {
    return this.#time;
  }

  /**
   * Asks what only something asynchronous tells. The action that asks is run again from its beginning when the
   * answer is there, and may have changed nothing before.
   *
   * @throws Unanswered the first time
   */
  ask<Answer>(message: string, find: () => Promise<Answer>): Answer {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer !== undefined) return answer.value as Answer;
    throw new Unanswered(message, async () => {
      this.#answer = { value: await find() };
    });
  }

  /**
   * The body of a message, which the carrier reads when it can; or why there is none, as the end of a sentence.
   *
   * @throws Unanswered when it is not read yet
   */
  bodyOf(message: RequestState | ResponseState): ReadBody {
    if (message.body !== undefined) return { body: message.body };
    if (message.bodySize === 0) return { body: "" };
    if (message.missingBody !== undefined) return { missing: message.missingBody };
    const { readBody } = this.carrier;
    if (readBody === undefined) return { missing: "is not given" };
    const of = message === this.request ? "request" : "response";
    const read = this.ask(`The body of the ${of} is not read yet.`, () => readBody(of));
    if ("body" in read) message.body = read.body;
    else message.missingBody = read.missing;
    return read;
  }

  /**
   * Checks that a part of a message is known, of which something else is made than itself.
   *
   * @throws UnknownPart when only the service knows some of it
   */
  checkKnown(part: unknown): void {
    if (this.options.questions?.isUnknownIn(part) === true) {
      throw new UnknownPart(JSON.stringify(part));
    }
  }

  /**
   * Does something of which the result is unknown where only the service knows what it is made of.
   *
   * @param leave - gets a text that stands for the result
   * @throws UnknownPart after that
   */
  orUnknown<Result>(
    act: () => Result,
    leave: (unknown: string) => void,
    { what, path }: { readonly what: string; readonly path: string },
  ): Result {
    try {
      return act();
    } catch (error) {
      const { questions } = this.options;
      if (!(error instanceof UnknownPart) || questions === undefined) throw error;
      const name = `${what} after ${error.text} ${questions.nextRandom()}`;
      leave(questions.textFor(what, { kind: "leaf", name }, path));
      throw error;
    }
  }

  /** Notes how something that outlives the run is taken back, should the run be abandoned. */
  undoes(undo: () => void): void {
    (this.#undo ??= []).push(undo);
  }

  /** Takes back what would outlive the run: it will begin again. */
  abandon(): void {
    for (const undo of this.#undo?.toReversed() ?? []) undo();
  }

  /** Makes variables of these namespaces be read again: something has changed them. */
  forget(namespaces: readonly string[]): void {
    this.bindings?.forget(namespaces);
  }

  /**
   * Leaves behind what an action did, in place of what its last run left.
   *
   * @param results - by the names of the variables
   */
  leave(results: Results): void {
    this.results ??= new Map();
    for (const [name, value] of Object.entries(results)) this.results.set(name, value);
    this.options.questions?.removeResults(Object.keys(results));
    this.forget(["actions"]);
  }

  /** Takes away what the last run of an action left behind. */
  takeBack(names: readonly string[]): void {
    for (const name of names) this.results?.delete(name);
    this.forget(["actions"]);
  }

  /** Sets a variable for the rules of this section. */
  setVariable(name: string, value: PlainValue): void {
    this.vars ??= new Map();
    this.vars.set(name, value);
    this.forget(["vars"]);
  }

  /** Forgets the variables that rules of another section have set. */
  beginSection(): void {
    if (this.vars === undefined) return;
    this.vars = undefined;
    this.forget(["vars"]);
  }

  /** Begins the response that the client gets unless rules change it. */
  respond(response: ResponseState): void {
    this.response = response;
    this.#seenResponse =
      this.options.laterRulesSee === "changes" ? response : new ResponseState(response.input);
    const { body, bodySize } = response;
    if (bodySize !== undefined && this.options.questions?.isUnknownIn(body) === true) {
      response.headers.set("content-length", this.#sizeText(response, bodySize));
    }
    this.bindings?.forget(["res"]);
  }

  setUrl(url: UrlParts): void {
    if (this.request === undefined) return;
    this.changes?.push({ what: "url", before: formatUrl(this.request.url), after: formatUrl(url) });
    this.request.url = url;
    this.forget(["req"]);
  }

  /** Puts another body in place of that of a message, and another length in its header when it has one. */
  changeBody(message: RequestState | ResponseState, body: string): void {
    this.changes?.push({ what: "body", before: textOfBody(message.body), after: body });
    message.body = body;
    if (message.headers.has("content-length")) {
      const size = sizeOf(body);
      message.bodySize = size;
      this.changeHeader("content-length", "set", this.#sizeText(message, size));
    } else this.forget([message === this.request ? "req" : "res"]);
  }

  /** The size of a body in bytes, as text; one that stands for it where some of the body is unknown. */
  #sizeText(message: RequestState | ResponseState, size: number): string {
    const { questions } = this.options;
    const unknown = questions?.questionIn(message.body);
    if (questions === undefined || unknown === undefined) return String(size);
    const what = message === this.request ? "req.content_length" : "res.content_length";
    const name = `${what} of ${JSON.stringify(message.body)}`;
    return questions.textFor(what, { kind: "leaf", name }, unknown.path);
  }

  /** Changes a header of the message of the direction, and remembers what it was. */
  changeHeader(name: string, change: "append" | "set" | "remove", value = ""): void {
    const message = this.response ?? this.request;
    if (message === undefined) return;
    const isOfRequest = this.response === undefined;
    const key = name.toLowerCase();
    if (isOfRequest) (this.changedHeaders ??= []).push(key);
    const before = this.changes && message.headers.get(key);
    if (change === "append") message.headers.append(name, value);
    else if (change === "set") message.headers.set(name, value);
    else message.headers.remove(name);
    const after = this.changes && message.headers.get(key);
    if (before !== after) {
      this.changes?.push({
        what: isOfRequest ? "request-header" : "response-header",
        name: key,
        before: headerJson(before),
        after: headerJson(after),
      });
    }
    this.forget([isOfRequest ? "req" : "res"]);
  }
}

function textOfBody(body: Body | undefined): JsonLike {
  if (body === undefined) return null;
  return typeof body === "string" ? body : (decodeUtf8(body) ?? `${body.length} bytes`);
}

function headerJson(values: readonly string[] | undefined): JsonLike {
  return values ?? null;
}
