import { type Dialect, type Protocol } from "@traffic-policy/policy-language";
import { decodeUtf8 } from "@traffic-policy/policy-language/internal";
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

/** Thrown when an action fails, and the request with it; the message is a sentence. */
export class ActionFailure extends Error {}

export type TracedAction = { -readonly [Key in keyof ActionTrace]: ActionTrace[Key] } & {
  readonly changes: Change[];
};

/** The deferred effect of an inbound action on the response. Returns a sentence when it has no effect. */
export type LaterEffect = (run: Run) => string | undefined;

export type Results = Readonly<Record<string, PlainValue>>;

/**
 * Receives the result of calling the upstream: the status of its response, or `null` when it could not be reached.
 */
export type UpstreamWatcher = (status: number | null) => void;

export interface LaterAction {
  readonly does: LaterEffect;
  readonly trace: TracedAction | undefined;
}

export interface Position {
  readonly rule: number;
  readonly action: number;
}

/** The variables of an exchange, which the evaluator reads lazily by name. */
export interface Bindings {
  forget(namespaces: readonly string[]): void;
  isUnknown(variable: string): boolean;
  toJson(variable: string): JsonLike | undefined;
}

/** The state of an exchange during a run of the policy: the values that expressions read and actions change. */
export class Run {
  readonly exchange: Exchange;
  readonly protocol: Protocol;
  readonly dialect: Dialect;
  readonly options: ResolvedOptions;
  readonly carrier: Carrier;
  /** The request in its current state; undefined in TCP and TLS policies. */
  readonly request: RequestState | undefined;
  response: ResponseState | undefined;
  later: LaterAction[] | undefined;
  /** The changes of the running action; undefined without a trace. */
  changes: Change[] | undefined;
  changedHeaders: string[] | undefined;
  readonly logs: LogEntry[] = [];
  bindings: Bindings | undefined;
  results: Map<string, PlainValue> | undefined;
  /** Functions that revert effects that outlive the run, for the case that it is abandoned. */
  #undo: (() => void)[] | undefined;
  vars: Map<string, PlainValue> | undefined;
  message: StreamMessage | undefined;
  watchers: UpstreamWatcher[] | undefined;
  waiting: Position | undefined;
  actionIndex = 0;
  readonly #time: number;
  readonly #seenRequest: RequestState | undefined;
  #seenResponse: ResponseState | undefined;
  #endpointUrl: UrlParts | undefined;
  #answer: { readonly value: unknown } | undefined;

  /** @throws ExchangeError when the exchange is invalid */
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

  get seenRequest(): RequestState | undefined {
    return this.#seenRequest;
  }

  get seenResponse(): ResponseState | undefined {
    return this.#seenResponse;
  }

  get seenUrl(): UrlParts | undefined {
    const request = this.#seenRequest;
    return this.options.urlNormalization === "none" ? request?.url : request?.normalUrl;
  }

  /** The URL of the endpoint: as given, or the scheme, host and port of the request. */
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

  /** True when a body can follow the head of the response. Source: RFC 9112, section 6.3. */
  get canRespondWithBody(): boolean {
    const { status } = this.response ?? {};
    return this.request?.method !== "HEAD" && status !== 204 && status !== 304;
  }

  /** The time of the exchange, in milliseconds since 1970. */
  get now(): number {
    return this.#time;
  }

  /**
   * Asks for an asynchronous answer. The asking action runs again from its beginning when the answer is there, so it
   * must not have changed anything before.
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
   * Returns the body of a message, which the carrier reads if it can, or the reason why there is none, as the end of
   * a sentence.
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
   * Checks that a message part is known before something is derived from it.
   *
   * @throws UnknownPart when part of it is known only to the service
   */
  checkKnown(part: unknown): void {
    if (this.options.questions?.isUnknownIn(part) === true) {
      throw new UnknownPart(JSON.stringify(part));
    }
  }

  /**
   * Runs a step whose result is unknown when its input is known only to the service.
   *
   * @param leave - receives a placeholder for the result
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

  /** Registers how to revert an effect that outlives the run, in case the run is abandoned. */
  undoes(undo: () => void): void {
    (this.#undo ??= []).push(undo);
  }

  /** Reverts the effects that would outlive the run, because it will start over. */
  abandon(): void {
    for (const undo of this.#undo?.toReversed() ?? []) undo();
  }

  /** Drops the cached variables of these namespaces, because something has changed them. */
  forget(namespaces: readonly string[]): void {
    this.bindings?.forget(namespaces);
  }

  /**
   * Stores the results of an action, replacing those of its last run.
   *
   * @param results - by variable name
   */
  leave(results: Results): void {
    this.results ??= new Map();
    for (const [name, value] of Object.entries(results)) this.results.set(name, value);
    this.options.questions?.removeResults(Object.keys(results));
    this.forget(["actions"]);
  }

  takeBack(names: readonly string[]): void {
    for (const name of names) this.results?.delete(name);
    this.forget(["actions"]);
  }

  setVariable(name: string, value: PlainValue): void {
    this.vars ??= new Map();
    this.vars.set(name, value);
    this.forget(["vars"]);
  }

  beginSection(): void {
    if (this.vars === undefined) return;
    this.vars = undefined;
    this.forget(["vars"]);
  }

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

  changeBody(message: RequestState | ResponseState, body: string): void {
    this.changes?.push({ what: "body", before: textOfBody(message.body), after: body });
    message.body = body;
    if (message.headers.has("content-length")) {
      const size = sizeOf(body);
      message.bodySize = size;
      this.changeHeader("content-length", "set", this.#sizeText(message, size));
    } else this.forget([message === this.request ? "req" : "res"]);
  }

  /** Returns the size of a body in bytes as text; a placeholder when part of the body is unknown. */
  #sizeText(message: RequestState | ResponseState, size: number): string {
    const { questions } = this.options;
    const unknown = questions?.questionIn(message.body);
    if (questions === undefined || unknown === undefined) return String(size);
    const what = message === this.request ? "req.content_length" : "res.content_length";
    const name = `${what} of ${JSON.stringify(message.body)}`;
    return questions.textFor(what, { kind: "leaf", name }, unknown.path);
  }

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
