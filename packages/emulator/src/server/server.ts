import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerWithFault } from "../faults/answer-with-fault.ts";
import type { Fault } from "../faults/fault.ts";
import type { Service } from "../operations/operation.ts";
import { findRoute, type Route } from "../operations/operations.ts";
import { errorAnswer, jsonAnswer, sendAnswer, type Answer } from "../answers/answer.ts";
import { readBody } from "./body.ts";
import {
  asksForCloudEndpoints,
  checkAccess,
  checkIdentifiers,
  checkIsLocal,
  noOperation,
  pathOf,
  queryOf,
  RateLimit,
  type Access,
} from "./check-request.ts";
import { RequestLog, type ReceivedRequest } from "./received-request.ts";

export interface ServerOptions extends Access, Omit<Service, "baseUrl"> {
  readonly requestsPerMinute: number;
  /** Returns the fault for a request; called once for each request. */
  readonly nextFault: (request: ReceivedRequest) => Fault | undefined;
}

export class Server {
  readonly #options: ServerOptions;
  readonly #log = new RequestLog();
  readonly #rateLimit: RateLimit;
  readonly #closing = new AbortController();
  readonly #http = createServer(
    // A fault may let a request wait for a day before its body is read. Clients keep a connection
    // for as long as they are told: by default, for less than a busy machine may be silent.
    { requestTimeout: 0, keepAliveTimeout: 72_000 },
    (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        sendAnswer(response, errorAnswer(error));
      });
    },
  );

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#rateLimit = new RateLimit(options.requestsPerMinute);
  }

  /** `http://127.0.0.1:PORT`, once it listens. */
  get baseUrl(): string {
    const { port } = this.#http.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Listens on loopback only. */
  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
  }

  /** Ends open connections and listens no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Before faults: a web page should not even use them up.
    checkIsLocal(request);
    const route = findRoute(request.method, pathOf(request));
    // What goes wrong on the way to a service goes wrong whatever the request is.
    const fault = this.#options.nextFault(this.#log.entryFor(request, route?.name));
    const work = (): Promise<Answer> => this.#work(request, route).catch(errorAnswer);
    if (fault === undefined) sendAnswer(response, await work());
    else await answerWithFault(fault, response, work, this.#closing.signal);
  }

  async #work(request: IncomingMessage, route: Route | undefined): Promise<Answer> {
    checkAccess(request, this.#options);
    this.#rateLimit.check();
    if (route !== undefined) checkIdentifiers(route.ids);
    const seesCloudEndpoints = asksForCloudEndpoints(request, this.#options);
    if (route === undefined || (route.operation.isOfCloud === true && !seesCloudEndpoints)) {
      throw noOperation(request);
    }
    const { operation, ids } = route;
    const query = queryOf(request);
    const body = operation.takes && (await readBody(request, operation.takes));
    const service = { ...this.#options, baseUrl: this.baseUrl };
    const answer = await operation.run(service, { ids, query, body, seesCloudEndpoints });
    return jsonAnswer(operation.status, answer);
  }
}
