import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isUtf8 } from "node:buffer";
import {
  type Body,
  type Carrier,
  ExchangeError,
  type ConnectionInput,
  type ForwardedRequest,
  type MessageStream,
  type Outcome,
  type Reached,
  type ReadBody,
  Unanswered,
} from "@traffic-policy/policy-engine";
import { mostForwards, notInSite, tooManyForwards } from "@traffic-policy/policy-engine/internal";
import { errors, type Dispatcher, type Pool } from "undici";
import {
  endpointProblem,
  unmapped,
  type Endpoint,
  type Endpoints,
} from "../endpoints/endpoints.ts";
import { forwardsHeader, Hops, hopsHeader } from "../endpoints/hops.ts";
import type { RequestSender } from "../endpoints/request-sender.ts";
import { join } from "../join.ts";
import { upstreamProblem, type Upstream, type UpstreamProblem } from "../upstream/upstream.ts";
import type { UpstreamDispatch, UpstreamFlow } from "../upstream/upstream-client.ts";
import { FieldText, rawOf, toFields, valuesOf, withoutNamed } from "../fields.ts";
import { forwardedHead, hasBody } from "./forwarded-head.ts";
import {
  passOn,
  answerHead,
  beginResponse,
  canHaveBody,
  forwardedResponseHead,
  upgradedHead,
  sendText,
} from "./response-head.ts";
import { PolicyRun, type PolicySetting, type UpstreamHead } from "./policy-run.ts";
import { BrokenOff, HeldBody, RequestBody, ResponseBody } from "./bodies.ts";
import type { Upgrade } from "./upgrade.ts";

type Controller = Dispatcher.DispatchController;

/** The policy and limits that the exchanges of a gateway share at a time. */
export interface HttpSetting extends PolicySetting {
  readonly upstream: Upstream;
  readonly pool: Pool;
  readonly endpoints: Endpoints;
  readonly poolOf: (endpoint: Endpoint) => Pool;
  readonly sender: RequestSender;
  /** The largest body that is read for a policy, in bytes. */
  readonly bodySize: number;
  readonly hostHeader: "client" | "upstream";
  readonly onProblem: (sentence: string) => void;
}

export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: ConnectionInput;
  readonly upgrade?: Upgrade | undefined;
}

/** Serves a request. Never throws: errors are answered and reported. */
export function serveRequest(setting: HttpSetting, incoming: Incoming): void {
  const { response } = incoming;
  response.on("error", () => {});
  let exchange: HttpExchange;
  try {
    exchange = new HttpExchange(setting, incoming);
  } catch (error) {
    if (error instanceof ExchangeError) sendText(response, 400, `${error.message}\n`);
    else answerMistake(setting, incoming, error);
    return;
  }
  exchange.begin();
}

/** One request on its way through the policy to the upstream, and back. */
class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #setting: HttpSetting;
  readonly #incoming: Incoming;
  readonly #run: PolicyRun;
  readonly #text = new FieldText();
  /** Aborts the policy's own requests when the exchange ends; undefined until the first of them. */
  #ended: AbortController | undefined;
  #requestBody: RequestBody | undefined;
  #controller: Controller | undefined;
  #flow: UpstreamFlow | undefined;
  #head: UpstreamHead | undefined;
  #held: HeldBody | undefined;
  #body: ResponseBody | undefined;
  #messages: MessageStream | undefined;
  #endpoint: Endpoint | undefined;
  #hasContinued = false;
  #isDone = false;

  /** @throws ExchangeError when the exchange is invalid */
  constructor(setting: HttpSetting, incoming: Incoming) {
    this.#setting = setting;
    this.#incoming = incoming;
    const { request, connection, upgrade } = incoming;
    if (hasBody(request) && upgrade === undefined) this.#requestBody = new RequestBody(request);
    this.#run = new PolicyRun(setting, request, connection, this.#text, this.#carrier());
  }

  begin(): void {
    this.#incoming.response.once("close", () => this.#clientGone());
    this.#guard(() => {
      this.#whenKnown(
        () => this.#run.request(),
        (forwarded) => {
          if (forwarded === undefined) this.#answerInstead();
          else this.#forward(forwarded);
        },
      );
    });
  }

  #carrier(): Carrier {
    const { endpoints, sender } = this.#setting;
    return {
      givesMessages: true,
      readBody: async (of) => {
        const read = await (of === "request" ? this.#readRequest() : this.#readResponse());
        if ("body" in read) this.#run.note(of, read.body);
        return read;
      },
      send: (request) => {
        const said = this.#incoming.request.headers[hopsHeader];
        const hops = new Hops(said?.toString());
        const { signal } = (this.#ended ??= new AbortController());
        return sender.send(request, { hops, signal });
      },
      reach: (url) => endpoints.reach(url),
      ...(endpoints.isWhole && { reachable: (url: string) => this.#reachable(url) }),
    };
  }

  get #forwards(): Hops {
    return new Hops(this.#incoming.request.headers[forwardsHeader]?.toString());
  }

  /** The same as the engine says of a site. */
  #reachable(url: string): Reached {
    if (this.#setting.endpoints.find(url) === undefined) {
      return { kind: "failed", message: notInSite(url) };
    }
    return this.#forwards.own < mostForwards
      ? { kind: "reached" }
      : { kind: "failed", message: tooManyForwards };
  }

  async #readRequest(): Promise<ReadBody> {
    const body = this.#requestBody;
    if (body === undefined) return { body: "" };
    this.#continue();
    const { bodySize } = this.#setting;
    return bodyOf(await body.read(bodySize), bodySize);
  }

  async #readResponse(): Promise<ReadBody> {
    const { bodySize } = this.#setting;
    const [length = "0"] = valuesOf(this.#head?.headers ?? [], "content-length");
    if (this.#held === undefined || Number(length) > bodySize) return bodyOf(undefined, bodySize);
    this.#flow?.resume();
    const read = await this.#held.read(bodySize);
    if (read === undefined) this.#flow?.hold();
    return bodyOf(read, bodySize);
  }

  /**
   * Runs a step, fetches the answers that it asks for, and continues with its result.
   *
   * @param step - runs again after each answer
   */
  #whenKnown<Value>(step: () => Value, then: (value: Value) => void): void {
    let value: Value;
    try {
      value = step();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      const again = (): void => {
        if (!this.#isDone) this.#guard(() => this.#whenKnown(step, then));
      };
      void error.answer().then(again, (mistake: unknown) => {
        if (mistake instanceof BrokenOff) this.#clientGone();
        else if (!this.#isDone) this.#fail(mistake);
      });
      return;
    }
    then(value);
  }

  #answerInstead(): void {
    this.#whenKnown(
      () => this.#run.end(),
      (outcome) => this.#answer(outcome),
    );
  }

  /** Sends "100 Continue" to a client that waits for it. */
  #continue(): void {
    const { request, response } = this.#incoming;
    if (this.#hasContinued || request.headers.expect === undefined) return;
    this.#hasContinued = true;
    response.writeContinue();
  }

  #forward(forwarded: ForwardedRequest): void {
    const { pool, poolOf, around, endpoints, upstream, hostHeader } = this.#setting;
    const { connection, upgrade } = this.#incoming;
    const to = this.#run.forwardedTo;
    this.#endpoint = to === undefined ? undefined : endpoints.find(to);
    if (to !== undefined && this.#endpoint === undefined) {
      this.#refuse({ status: 502, message: unmapped(to) });
      return;
    }
    const [host = ""] = valuesOf(this.#run.fields, "host");
    const head = forwardedHead(
      forwarded,
      this.#run,
      { upstream: this.#endpoint?.server ?? upstream, hostHeader },
      {
        ip: connection.clientIp ?? "",
        scheme: around.url.slice(0, around.url.indexOf(":")),
        host,
      },
      this.#text,
    );
    if (this.#requestBody !== undefined) this.#continue();
    const { body } = forwarded;
    const count =
      this.#endpoint !== undefined && endpoints.isWhole
        ? [forwardsHeader, this.#forwards.next]
        : [];
    const dispatched: UpstreamDispatch = {
      ...head,
      headers: [...head.headers, ...count],
      body: this.#requestBody?.stream(body === undefined ? undefined : Buffer.from(body)) ?? null,
      ...(upgrade && { upgrade: upgrade.protocol }),
      onFlow: (flow) => (this.#flow = flow),
    };
    (this.#endpoint === undefined ? pool : poolOf(this.#endpoint)).dispatch(dispatched, this);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isDone || this.#incoming.response.destroyed) controller.abort(new ClientGone());
  }

  onResponseStart(controller: Controller, status: number): void {
    this.#guard(() => this.#respond(controller, status));
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#guard(() => {
      if (this.#body === undefined) this.#held?.push(chunk);
      else this.#pass(chunk);
    });
  }

  onResponseEnd(controller: Controller): void {
    if (this.#isDone) return;
    this.#guard(() => {
      const trailers = rawOf(controller.rawTrailers);
      if (this.#body === undefined && this.#held !== undefined) {
        this.#flow?.end();
        this.#held.end(trailers);
      } else this.#end(trailers);
    });
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    this.#guard(() => this.#upstreamFailed(error));
  }

  onRequestUpgrade(
    controller: Controller,
    status: number,
    _headers: unknown,
    socket: Duplex,
  ): void {
    socket.on("error", () => {});
    this.#guard(
      () => this.#upgrade(controller, status, socket),
      () => socket.destroy(),
    );
  }

  /**
   * Runs a step that undici calls. Catches errors of the gateway's own side (a response that the policy made, a stub,
   * a listener), because undici would blame the upstream for them.
   *
   * @param undo - called when the step throws
   */
  #guard(step: () => void, undo?: () => void): void {
    try {
      step();
    } catch (error) {
      undo?.();
      this.#fail(error);
    }
  }

  #respond(controller: Controller, status: number): void {
    const headers = this.#fieldsOf(controller);
    if (status < 200) {
      passOn(this.#incoming.response, status, headers, this.#text);
      return;
    }
    const head = { status, headers };
    this.#head = head;
    this.#held = new HeldBody();
    // undici would wait for the body whose length a 304 may tell, and break the response off.
    if (!canHaveBody(this.#incoming.response, status)) this.#held.end([]);
    this.#whenKnown(
      () => this.#run.end(head),
      (outcome) => this.#begin(controller, head, outcome),
    );
    if (this.#body === undefined && !this.#isDone && !this.#held.isReading) this.#flow?.hold();
  }

  #begin(controller: Controller, { headers }: UpstreamHead, outcome: Outcome): void {
    const { response } = this.#incoming;
    const answer = outcome.response;
    if (outcome.result !== "forwarded" || answer === undefined) {
      this.#isDone = true;
      this.#flow?.end();
      controller.abort(new Error("The policy answers in the place of the upstream."));
      this.#answer(outcome);
      return;
    }
    this.#messages = this.#run.messageStream;
    const [given] = valuesOf(headers, "content-length");
    const body = answer.body === undefined ? undefined : Buffer.from(answer.body);
    // Nobody knows how long a stream is whose messages rules may change.
    const isStreamed = given === undefined || this.#messages !== undefined;
    const sentLength = isStreamed || body === undefined ? given : String(body.length);
    const known = this.#messages === undefined ? sentLength : undefined;
    beginResponse(response, forwardedResponseHead(answer, known, response, this.#text));
    const isWhole = !canHaveBody(response, answer.status);
    const compression = isWhole ? undefined : answer.compression;
    this.#body = new ResponseBody(response, compression, isStreamed);
    // The first part of the body may take its time, as events do.
    if (isStreamed) response.flushHeaders();
    this.#run.tell({ status: answer.status });
    if (isWhole) this.#end([]);
    else this.#goOn(body);
  }

  /**
   * Continues with the buffered body and with the rest of it.
   *
   * @param whole - the whole body, when the policy has read it
   */
  #goOn(whole: Buffer | undefined): void {
    const held = this.#held;
    const chunks = held?.take() ?? [];
    for (const chunk of whole === undefined ? chunks : [whole]) this.#pass(chunk);
    if (this.#isDone) return;
    if (held?.trailers !== undefined) this.#end(held.trailers);
    else if (this.#body?.isWaiting !== true) this.#flow?.resume();
  }

  #pass(chunk: Buffer): void {
    const passed = this.#messages === undefined ? chunk : this.#messages.write(chunk);
    if (passed.length > 0) {
      this.#body?.write(
        passed,
        () => this.#flow?.hold(),
        () => {
          // Once this response is over, the connection may be another one's.
          if (!this.#isDone) this.#flow?.release();
        },
      );
    }
    if (this.#messages?.hasFailed === true) this.#breakOff();
  }

  /** Destroys a stream in which a rule failed: its head is sent already, so no error response is possible. */
  #breakOff(): void {
    const { request, response } = this.#incoming;
    this.#isDone = true;
    this.#controller?.abort(new Error("A rule has failed."));
    response.destroy();
    this.#tellEnd();
    this.#setting.onProblem(
      `${askedBy(request)}: The stream was interrupted, because a rule failed for a message.`,
    );
  }

  #tellEnd(): void {
    if (this.#messages === undefined) return;
    this.#messages.finish();
    this.#run.tellEnd({ status: this.#incoming.response.statusCode });
  }

  #end(trailers: readonly string[]): void {
    const rest = this.#messages?.end();
    if (this.#messages?.hasFailed === true) {
      this.#breakOff();
      return;
    }
    this.#isDone = true;
    this.#flow?.end();
    this.#requestBody?.release();
    if (rest !== undefined && rest.length > 0)
      this.#body?.write(
        rest,
        () => {},
        () => {},
      );
    this.#body?.end(trailers);
    this.#tellEnd();
  }

  #upgrade(controller: Controller, status: number, socket: Duplex): void {
    const head = { status, headers: this.#fieldsOf(controller) };
    this.#whenKnown(
      () => this.#run.end(head),
      (outcome) => this.#joined(socket, status, outcome),
    );
  }

  #joined(socket: Duplex, status: number, outcome: Outcome): void {
    this.#isDone = true;
    const { upgrade, response } = this.#incoming;
    const answer = outcome.response;
    if (outcome.result !== "forwarded" || answer === undefined || upgrade === undefined) {
      socket.destroy();
      this.#answer(outcome);
      return;
    }
    response.sendDate = false;
    beginResponse(response, upgradedHead(answer, upgrade.protocol, this.#text));
    response.flushHeaders();
    this.#run.tell({ status });
    response.detachSocket(upgrade.socket as IncomingMessage["socket"]);
    if (upgrade.head.length > 0) upgrade.socket.unshift(upgrade.head);
    join(upgrade.socket, socket);
  }

  #fieldsOf({ rawHeaders }: Controller): [name: string, value: string][] {
    return withoutNamed(toFields(rawOf(rawHeaders), this.#text)) as [string, string][];
  }

  #answer(outcome: Outcome): void {
    const { response, request } = this.#incoming;
    const answer = outcome.response;
    this.#isDone = true;
    this.#requestBody?.release();
    if (outcome.result === "closed" || answer === undefined) {
      this.#run.tell();
      request.socket.destroy();
      return;
    }
    const body = bytesOf(answer);
    const head = answerHead(answer, body?.length ?? 0, this.#text);
    beginResponse(response, head);
    const compression = canHaveBody(response, head.status) ? answer.compression : undefined;
    const sink = new ResponseBody(response, compression, false);
    if (body !== undefined && body.length > 0) {
      sink.write(
        body,
        () => {},
        () => {},
      );
    }
    sink.end([]);
    this.#run.tell({ status: head.status });
  }

  #upstreamFailed(error: Error): void {
    // What comes after a whole response does not matter.
    if (this.#isDone || this.#held?.trailers !== undefined) return;
    this.#isDone = true;
    this.#requestBody?.release();
    const { response, request } = this.#incoming;
    if (response.destroyed || error instanceof ClientGone) return;
    // What the policy has made of the request cannot be sent.
    if (error instanceof errors.InvalidArgumentError) {
      this.#run.end();
      throw error;
    }
    const problem = upstreamProblem(error);
    const endpoint = this.#endpoint;
    const message = endpoint === undefined ? problem.message : endpointProblem(error, endpoint);
    if (this.#held === undefined) {
      this.#refuse({ ...problem, message });
      return;
    }
    // The client must not take what it has got for the whole.
    if (response.headersSent) response.destroy();
    else sendText(response, problem.status, `${message}\n`);
    this.#tellEnd();
    this.#setting.onProblem(`${askedBy(request)}: The response was interrupted. ${message}`);
  }

  #refuse({ status, message }: UpstreamProblem): void {
    this.#isDone = true;
    this.#requestBody?.release();
    sendText(this.#incoming.response, status, `${message}\n`);
    this.#run.end(null);
    this.#run.tell({ status, upstreamError: message });
  }

  #fail(error: unknown): void {
    this.#isDone = true;
    this.#requestBody?.release();
    this.#ended?.abort();
    this.#controller?.abort(new Error("The exchange could not go on."));
    answerMistake(this.#setting, this.#incoming, error, this.#run);
  }

  #clientGone(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#ended?.abort();
    this.#requestBody?.release();
    this.#controller?.abort(new ClientGone());
    this.#tellEnd();
  }
}

function bodyOf(read: Buffer | undefined, most: number): ReadBody {
  if (read === undefined) return { missing: `is larger than the ${most} bytes that are kept` };
  const body: Body = isUtf8(read) ? read.toString("utf8") : new Uint8Array(read);
  return { body };
}

/** Returns the body of the policy's own response. A 205 response has none: RFC 9110, section 15.3.6. */
function bytesOf({ status, body }: NonNullable<Outcome["response"]>): Uint8Array | undefined {
  if (status === 205) return undefined;
  return typeof body === "string" ? Buffer.from(body) : body;
}

class ClientGone extends Error {}

function answerMistake(
  { onProblem }: HttpSetting,
  { request, response }: Incoming,
  error: unknown,
  run?: PolicyRun,
): void {
  if (response.headersSent) response.destroy();
  else {
    sendText(response, 500, "The gateway could not serve this request.\n");
    run?.tell({ status: 500 });
  }
  const reason = error instanceof Error ? error.message : String(error);
  onProblem(`${askedBy(request)}: ${reason}`);
}

function askedBy({ method = "", url = "" }: IncomingMessage): string {
  return `${method} ${url}`;
}
