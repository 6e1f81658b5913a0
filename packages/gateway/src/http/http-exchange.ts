import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, type Duplex } from "node:stream";
import {
  ExchangeError,
  ExchangeRun,
  type CompiledPolicy,
  type ConnectionInput,
  type Outcome,
  type ResponseInput,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import type { Dispatcher, Pool } from "undici";
import type { Upstream } from "../upstream/upstream.ts";
import { upstreamProblem } from "../upstream/upstream-problem.ts";
import type { ServedExchange } from "../served-exchange.ts";
import { exchangeOf, type SeenRequest, type Surroundings } from "./exchange-of.ts";
import { FieldText } from "./field-text.ts";
import { toFields, toRaw } from "./fields.ts";
import { forwardedHead, hasBody } from "./forwarded-head.ts";
import { isPerConnection, withoutNamed } from "./hop-by-hop.ts";
import { ResponseBody } from "./response-body.ts";
import { join } from "../join.ts";
import type { Upgrade } from "./upgrade.ts";

type Controller = Dispatcher.DispatchController;

/** What exchanges of a gateway have in common, at one time. */
export interface HttpSetting {
  readonly policy: CompiledPolicy;
  readonly simulation: SimulationOptions;
  readonly upstream: Upstream;
  readonly pool: Pool;
  readonly hostHeader: "client" | "upstream";
  readonly around: Surroundings;
  readonly onExchange: (served: ServedExchange) => void;
  readonly onProblem: (sentence: string) => void;
}

/** What came for one request, with the connection that it came on. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: ConnectionInput;
  readonly upgrade?: Upgrade | undefined;
}

/** One request on its way through the policy to the upstream, and back. */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #setting: HttpSetting;
  readonly #incoming: Incoming;
  readonly #text = new FieldText();
  readonly #startedAt = performance.now();
  #seen: SeenRequest | undefined;
  #run: ExchangeRun | undefined;
  #controller: Controller | undefined;
  #body: ResponseBody | undefined;
  #requestBody: PassThrough | undefined;
  #isDone = false;

  constructor(setting: HttpSetting, incoming: Incoming) {
    this.#setting = setting;
    this.#incoming = incoming;
  }

  /** Serves the request. Nothing is thrown: what goes wrong is answered, and told. */
  serve(): void {
    const { response } = this.#incoming;
    response.on("error", () => {});
    response.once("close", () => this.#clientGone());
    try {
      this.#begin();
    } catch (error) {
      this.#fail(error);
    }
  }

  #begin(): void {
    const { policy, simulation, around } = this.#setting;
    const { request, connection } = this.#incoming;
    this.#seen = exchangeOf(request, around, connection, this.#text);
    const run = new ExchangeRun(policy, this.#seen.exchange, simulation);
    this.#run = run;
    const forwarded = run.request();
    if (forwarded !== undefined) {
      this.#forward(forwarded, this.#seen);
      return;
    }
    run.response();
    this.#answer(run.outcome());
  }

  #forward(forwarded: NonNullable<ReturnType<ExchangeRun["request"]>>, seen: SeenRequest): void {
    const { pool, around } = this.#setting;
    const { request, response, upgrade } = this.#incoming;
    const { connection, request: asked } = seen.exchange;
    const head = forwardedHead(
      forwarded,
      seen.fields,
      this.#setting,
      {
        ip: connection?.clientIp ?? "",
        scheme: around.url.slice(0, around.url.indexOf(":")),
        host: hostIn(asked.headers as SeenRequest["fields"]),
      },
      this.#text,
    );
    if (request.headers.expect !== undefined && hasBody(request)) response.writeContinue();
    pool.dispatch(
      {
        ...head,
        body: hasBody(request) && upgrade === undefined ? this.#bodyOf(request) : null,
        ...(upgrade && { upgrade: upgrade.protocol }),
      },
      this,
    );
  }

  /** The body for the upstream: a stream of its own, because undici ends it when the upstream fails. */
  #bodyOf(request: IncomingMessage): PassThrough {
    const body = new PassThrough();
    this.#requestBody = body;
    body.on("error", () => {});
    request.once("error", (error) => body.destroy(error));
    request.pipe(body);
    return body;
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isDone || this.#incoming.response.destroyed) controller.abort(new ClientGone());
  }

  onResponseStart(controller: Controller, status: number): void {
    if (status < 200) {
      this.#inform(status, controller);
      return;
    }
    const outcome = this.#respond({ status, headers: this.#fieldsOf(controller) });
    if (outcome === undefined) return;
    if (outcome.result !== "forwarded") {
      this.#isDone = true;
      controller.abort(new Error("The policy answers in the place of the upstream."));
      this.#answer(outcome);
      return;
    }
    this.#writeHead(outcome);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#body?.write(
      chunk,
      () => controller.pause(),
      () => controller.resume(),
    );
  }

  onResponseEnd(controller: Controller): void {
    this.#isDone = true;
    this.#releaseRequest();
    this.#body?.end(rawOf(controller.rawTrailers));
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#releaseRequest();
    const { response, request } = this.#incoming;
    if (response.destroyed || error instanceof ClientGone) return;
    const problem = upstreamProblem(error);
    if (!response.headersSent) {
      this.#sendText(problem.status, `${problem.message}\n`);
      this.#tell(problem.status, problem.message);
      return;
    }
    // The client must not take what it has got for the whole.
    response.destroy();
    const asked = `${request.method ?? ""} ${request.url ?? ""}`;
    this.#setting.onProblem(`${asked}: The response broke off. ${problem.message}`);
  }

  onRequestUpgrade(
    controller: Controller,
    status: number,
    _headers: unknown,
    socket: Duplex,
  ): void {
    socket.on("error", () => {});
    const outcome = this.#respond({ status, headers: this.#fieldsOf(controller) });
    this.#isDone = true;
    const { upgrade, response } = this.#incoming;
    if (outcome?.result !== "forwarded" || upgrade === undefined || response.destroyed) {
      socket.destroy();
      if (outcome !== undefined) this.#answer(outcome);
      return;
    }
    const { headers = {} } = outcome.response ?? {};
    const raw = toRaw(headers, this.#text, (name) => !isPerConnection(name));
    const protocols = headers["upgrade"] ?? [upgrade.protocol];
    response.sendDate = false;
    response.writeHead(status, [...raw, "connection", "upgrade", "upgrade", protocols.join(", ")]);
    response.flushHeaders();
    response.detachSocket(upgrade.socket as IncomingMessage["socket"]);
    this.#tell(status, undefined, outcome);
    if (upgrade.head.length > 0) upgrade.socket.unshift(upgrade.head);
    join(upgrade.socket, socket);
  }

  /** Lets the policy see the upstream's response. Gives nothing when that fails, and is answered. */
  #respond(response: ResponseInput): Outcome | undefined {
    try {
      if (this.#seen !== undefined) {
        this.#seen = { ...this.#seen, exchange: { ...this.#seen.exchange, response } };
      }
      this.#run?.response(response);
      return this.#run?.outcome();
    } catch (error) {
      this.#isDone = true;
      this.#controller?.abort(new Error("The policy could not be run."));
      this.#fail(error);
      return undefined;
    }
  }

  #fieldsOf({ rawHeaders }: Controller): [name: string, value: string][] {
    return withoutNamed(toFields(rawOf(rawHeaders), this.#text)) as [string, string][];
  }

  /** Begins the response that comes from the upstream. */
  #writeHead(outcome: Outcome): void {
    const { response } = this.#incoming;
    const { status = 502, headers = {}, compression } = outcome.response ?? {};
    const lengths = headers["content-length"] ?? [];
    const sent = this.#sentLength();
    // A length that is not that of the body would end the response in the wrong place.
    const hasLength = lengths.length === 1 && lengths[0] === sent;
    const raw = toRaw(
      headers,
      this.#text,
      (name) => !isPerConnection(name) && (name !== "content-length" || hasLength),
    );
    response.writeHead(status, raw);
    this.#body = new ResponseBody(response, compression, sent === undefined);
    // The first part of the body may take its time, as events do.
    if (sent === undefined) response.flushHeaders();
    this.#tell(status, undefined, outcome);
  }

  /** What the upstream says of the length of its body. */
  #sentLength(): string | undefined {
    const headers = (this.#seen?.exchange.response?.headers ?? []) as SeenRequest["fields"];
    return headers.find(([name]) => name === "content-length")?.[1];
  }

  /** Sends what the policy answers. */
  #answer(outcome: Outcome): void {
    const { response, request } = this.#incoming;
    const answer = outcome.response;
    this.#isDone = true;
    this.#releaseRequest();
    if (outcome.result === "closed" || answer === undefined) {
      this.#tell(undefined, undefined, outcome);
      request.socket.destroy();
      return;
    }
    const { headers, compression } = answer;
    const status = answer.status < 200 ? 500 : answer.status;
    const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
    const raw = toRaw(
      headers,
      this.#text,
      (name) => !isPerConnection(name) && name !== "content-length",
    );
    const hasLength = compression === undefined && status !== 204 && status !== 304;
    if (hasLength) raw.push("content-length", String(body?.length ?? 0));
    response.writeHead(status, raw);
    const sink = new ResponseBody(response, compression, false);
    if (body !== undefined && body.length > 0) {
      sink.write(
        body,
        () => {},
        () => {},
      );
    }
    sink.end([]);
    this.#tell(status, undefined, outcome);
  }

  /** Passes on what the upstream says before its response. Source: RFC 9110, section 15.2. */
  #inform(status: number, controller: Controller): void {
    const { response, request } = this.#incoming;
    if (request.httpVersion === "1.0" || response.headersSent || response.destroyed) return;
    if (status === 102) response.writeProcessing();
    if (status !== 103) return;
    const fields = this.#fieldsOf(controller).filter(([name]) => name === "link");
    const links = fields.map(([, value]) => this.#text.encode("link", value));
    try {
      if (links.length > 0) response.writeEarlyHints({ link: links });
    } catch {
      // Node takes only links of the usual form; they are hints, and can be left out.
    }
  }

  /** What nobody has foreseen, or an exchange that cannot be. */
  #fail(error: unknown): void {
    const { response, request } = this.#incoming;
    this.#isDone = true;
    this.#releaseRequest();
    const isRefused = error instanceof ExchangeError;
    if (!isRefused) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#setting.onProblem(`${request.method ?? ""} ${request.url ?? ""}: ${reason}`);
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (isRefused) this.#sendText(400, `${error.message}\n`);
    else this.#sendText(500, "The gateway could not serve this request.\n");
  }

  #sendText(status: number, text: string): void {
    sendText(this.#incoming.response, status, text);
  }

  #clientGone(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#releaseRequest();
    this.#controller?.abort(new ClientGone());
  }

  /** Lets go of what the client still sends: the upstream does not want it any more. */
  #releaseRequest(): void {
    const body = this.#requestBody;
    if (body === undefined) return;
    const { request } = this.#incoming;
    request.unpipe(body);
    request.resume();
    body.destroy();
  }

  #tell(status: number | undefined, upstreamError?: string, outcome?: Outcome): void {
    const exchange = this.#seen?.exchange;
    const ended = outcome ?? this.#run?.outcome();
    if (exchange === undefined || ended === undefined) return;
    this.#setting.onExchange({
      part: "whole",
      exchange,
      outcome: ended,
      policy: this.#setting.policy,
      ...(status !== undefined && { status }),
      ...(upstreamError !== undefined && { upstreamError }),
      milliseconds: performance.now() - this.#startedAt,
    });
  }
}

/** Answers with a sentence of the gateway's own. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, [
    "content-type",
    "text/plain; charset=utf-8",
    "content-length",
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
}

/** The client has hung up. */
class ClientGone extends Error {}

function hostIn(fields: SeenRequest["fields"]): string {
  return fields.find(([name]) => name === "host")?.[1] ?? "";
}

/** What undici has read, a character a byte. */
function rawOf(raw: Controller["rawHeaders"]): string[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((part: Buffer | string) =>
    typeof part === "string" ? part : part.toString("latin1"),
  );
}
