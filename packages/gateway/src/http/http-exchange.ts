import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import {
  ExchangeError,
  type ConnectionInput,
  type ForwardedRequest,
  type Outcome,
  Unanswered,
} from "@traffic-policy/policy-engine";
import { errors, type Dispatcher, type Pool } from "undici";
import { join } from "../join.ts";
import { upstreamProblem, type Upstream } from "../upstream/upstream.ts";
import type { UpstreamDispatch, UpstreamFlow } from "../upstream/upstream-client.ts";
import { FieldText, rawOf, toFields, valuesOf, withoutNamed } from "./fields.ts";
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
import { PolicyRun, type PolicySetting } from "./policy-run.ts";
import { RequestBody, ResponseBody } from "./bodies.ts";
import type { Upgrade } from "./upgrade.ts";

type Controller = Dispatcher.DispatchController;

/** What exchanges of a gateway have in common, at one time. */
export interface HttpSetting extends PolicySetting {
  readonly upstream: Upstream;
  readonly pool: Pool;
  readonly hostHeader: "client" | "upstream";
  readonly onProblem: (sentence: string) => void;
}

/** What came for one request, with the connection that it came on. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: ConnectionInput;
  readonly upgrade?: Upgrade | undefined;
}

/** Serves a request. Nothing is thrown: what goes wrong is answered, and reported. */
export function serveRequest(setting: HttpSetting, incoming: Incoming): void {
  const { request, response, connection } = incoming;
  response.on("error", () => {});
  const text = new FieldText();
  let run: PolicyRun;
  try {
    run = new PolicyRun(setting, request, connection, text);
  } catch (error) {
    if (error instanceof ExchangeError) sendText(response, 400, `${error.message}\n`);
    else answerMistake(setting, incoming, error);
    return;
  }
  new HttpExchange(setting, incoming, run, text).begin();
}

/** One request on its way through the policy to the upstream, and back. */
class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #setting: HttpSetting;
  readonly #incoming: Incoming;
  readonly #run: PolicyRun;
  readonly #text: FieldText;
  #controller: Controller | undefined;
  #flow: UpstreamFlow | undefined;
  #body: ResponseBody | undefined;
  #requestBody: RequestBody | undefined;
  #isDone = false;

  constructor(setting: HttpSetting, incoming: Incoming, run: PolicyRun, text: FieldText) {
    this.#setting = setting;
    this.#incoming = incoming;
    this.#run = run;
    this.#text = text;
  }

  begin(): void {
    this.#incoming.response.once("close", () => this.#clientGone());
    this.#guard(() => this.#runRequest());
  }

  #runRequest(): void {
    let forwarded: ForwardedRequest | undefined;
    try {
      forwarded = this.#run.request();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      this.#runAgain(error);
      return;
    }
    if (forwarded === undefined) this.#answer(this.#run.end());
    else this.#forward(forwarded);
  }

  /** Runs the policy again, when it is known what it asked for. */
  #runAgain(asked: Unanswered): void {
    const again = (): void => {
      if (!this.#isDone) this.#guard(() => this.#runRequest());
    };
    void asked.answer().then(again, (error: unknown) => this.#fail(error));
  }

  #forward(forwarded: ForwardedRequest): void {
    const { pool, around } = this.#setting;
    const { request, response, connection, upgrade } = this.#incoming;
    const [host = ""] = valuesOf(this.#run.fields, "host");
    const head = forwardedHead(
      forwarded,
      this.#run,
      this.#setting,
      {
        ip: connection.clientIp ?? "",
        scheme: around.url.slice(0, around.url.indexOf(":")),
        host,
      },
      this.#text,
    );
    if (request.headers.expect !== undefined && hasBody(request)) response.writeContinue();
    if (hasBody(request) && upgrade === undefined) this.#requestBody = new RequestBody(request);
    const dispatched: UpstreamDispatch = {
      ...head,
      body: this.#requestBody?.stream ?? null,
      ...(upgrade && { upgrade: upgrade.protocol }),
      onFlow: (flow) => (this.#flow = flow),
    };
    pool.dispatch(dispatched, this);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isDone || this.#incoming.response.destroyed) controller.abort(new ClientGone());
  }

  onResponseStart(controller: Controller, status: number): void {
    this.#guard(() => this.#respond(controller, status));
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#guard(() =>
      this.#body?.write(
        chunk,
        () => this.#flow?.hold(),
        () => {
          // Once this response is over, the connection may be another one's.
          if (!this.#isDone) this.#flow?.release();
        },
      ),
    );
  }

  onResponseEnd(controller: Controller): void {
    if (!this.#isDone) this.#guard(() => this.#end(rawOf(controller.rawTrailers)));
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
   * Does what undici asks for, which would take for a mistake of the upstream what goes wrong here: in
   * a response that the policy has made, in a stub, in whoever is notified of the exchange.
   *
   * @param undo - is called when it goes wrong
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
    const { response } = this.#incoming;
    const headers = this.#fieldsOf(controller);
    if (status < 200) {
      passOn(response, status, headers, this.#text);
      return;
    }
    const outcome = this.#run.end({ status, headers });
    const answer = outcome.response;
    if (outcome.result !== "forwarded" || answer === undefined) {
      this.#isDone = true;
      controller.abort(new Error("The policy answers in the place of the upstream."));
      this.#answer(outcome);
      return;
    }
    const [sentLength] = valuesOf(headers, "content-length");
    beginResponse(response, forwardedResponseHead(answer, sentLength, response, this.#text));
    const isStreamed = sentLength === undefined;
    const isWhole = !canHaveBody(response, status);
    const compression = isWhole ? undefined : answer.compression;
    this.#body = new ResponseBody(response, compression, isStreamed);
    // The first part of the body may take its time, as events do.
    if (isStreamed) response.flushHeaders();
    this.#run.tell({ status: answer.status });
    // undici would wait for the body whose length a 304 may tell, and break the response off.
    if (isWhole) this.#end([]);
  }

  /** Ends the response when all of the upstream's is there. */
  #end(trailers: readonly string[]): void {
    this.#isDone = true;
    this.#flow?.end();
    this.#requestBody?.release();
    this.#body?.end(trailers);
  }

  #upgrade(controller: Controller, status: number, socket: Duplex): void {
    const outcome = this.#run.end({ status, headers: this.#fieldsOf(controller) });
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
    if (this.#isDone) return;
    this.#isDone = true;
    this.#requestBody?.release();
    const { response, request } = this.#incoming;
    if (response.destroyed || error instanceof ClientGone) return;
    // What the policy has made of the request cannot be sent.
    if (error instanceof errors.InvalidArgumentError) {
      this.#run.end();
      throw error;
    }
    const { status, message } = upstreamProblem(error);
    if (!response.headersSent) {
      sendText(response, status, `${message}\n`);
      this.#run.end(null);
      this.#run.tell({ status, upstreamError: message });
      return;
    }
    // The client must not take what it has got for the whole.
    response.destroy();
    this.#setting.onProblem(`${askedBy(request)}: The response was interrupted. ${message}`);
  }

  /** Ends an exchange that cannot go on through a mistake that is neither end's. */
  #fail(error: unknown): void {
    this.#isDone = true;
    this.#requestBody?.release();
    this.#controller?.abort(new Error("The exchange could not go on."));
    answerMistake(this.#setting, this.#incoming, error, this.#run);
  }

  #clientGone(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#requestBody?.release();
    this.#controller?.abort(new ClientGone());
  }
}

/** The body of what the policy answers. RFC 9110, section 15.3.6: with 205 there is none. */
function bytesOf({ status, body }: NonNullable<Outcome["response"]>): Uint8Array | undefined {
  if (status === 205) return undefined;
  return typeof body === "string" ? Buffer.from(body) : body;
}

/** The client has hung up. */
class ClientGone extends Error {}

/** Answers, and tells, when a mistake of the policy, of a stub or of the gateway ends an exchange. */
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
