import type { Static, TSchema } from "@sinclair/typebox";
import { Pool } from "undici";
import type { BaseUrl } from "../configuration/base-url.ts";
import { noAnswer } from "../errors/no-answer.ts";
import { refusal } from "../errors/refusals.ts";
import { possibleEffect } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import type { Operation, RequestOptions } from "../service/operation.ts";
import { checkBody } from "./check-body.ts";
import { readErrorBody, type ErrorBody } from "./error-body.ts";
import { Exchange, type Answer } from "./exchange.ts";

/** What a connection is made of; everything is checked already. */
export interface ConnectionOptions {
  readonly baseUrl: BaseUrl;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for one request in total. */
  readonly timeout: number;
}

const longestConnect = 10_000;
const mostConnections = 8;
const largestAnswer = 8 * 1024 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Sends requests to the service and checks the answers. Connections are kept open for the next. */
export class Connection {
  readonly #pool: Pool;
  readonly #options: ConnectionOptions;
  #closed: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    const { baseUrl, timeout } = options;
    this.#options = options;
    this.#pool = new Pool(baseUrl.origin, {
      connections: mostConnections,
      connect: { timeout: Math.min(timeout, longestConnect) },
      headersTimeout: timeout,
      bodyTimeout: timeout,
      maxResponseSize: largestAnswer,
    });
  }

  /**
   * Does one operation, and returns the answer's body.
   *
   * @param expected - the status of success, and the shape of the body
   * @throws ServiceError for everything but the expected answer
   */
  async fetch<T extends TSchema>(
    operation: Operation,
    expected: { readonly status: number; readonly schema: T },
    options: RequestOptions & { readonly body?: object },
  ): Promise<Static<T>> {
    const answer = await this.#send(operation, options);
    this.#checkStatus(operation, answer, expected.status);
    return checkBody(operation, answer, expected.schema);
  }

  /** Does one operation whose answer has no body. */
  async run(
    operation: Operation,
    expected: { readonly status: number },
    options: RequestOptions,
  ): Promise<void> {
    this.#checkStatus(operation, await this.#send(operation, options), expected.status);
  }

  /** Waits for requests under way and closes all connections. */
  async close(): Promise<void> {
    this.#closed ??= this.#pool.close();
    await this.#closed;
  }

  async #send(
    operation: Operation,
    { signal, body }: RequestOptions & { readonly body?: object },
  ): Promise<Answer> {
    const { baseUrl, headers, timeout } = this.#options;
    const exchange = new Exchange();
    let stopped: "timeout" | "cancelled" | undefined;
    const stop = (why: "timeout" | "cancelled"): void => {
      stopped = why;
      exchange.stop(new Error(why));
    };
    const cancel = (): void => stop("cancelled");
    const timer = setTimeout(stop, timeout, "timeout");
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      if (signal?.aborted === true) {
        cancel();
      } else {
        this.#pool.dispatch(
          {
            method: operation.method,
            path: baseUrl.prefix + operation.path,
            headers:
              body === undefined ? headers : { ...headers, "content-type": "application/json" },
            body: body === undefined ? null : JSON.stringify(body),
          },
          exchange,
        );
      }
      return await exchange.answer;
    } catch (error) {
      const cause = stopped === "cancelled" ? signal?.reason : error;
      const { sent } = exchange;
      throw noAnswer({ operation, origin: baseUrl.origin, sent, stopped, timeout, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  #checkStatus(operation: Operation, { status, body }: Answer, expected: number): void {
    if (status === expected) return;
    const told = this.#withoutKey(readErrorBody(new TextDecoder().decode(body)));
    const refused = refusal(operation, status, told);
    if (refused !== undefined) throw refused;
    throw new UnexpectedResponse({
      operation,
      status,
      code: told.code,
      serviceMessage: told.message,
      message: redirects.has(status)
        ? `The service answered with a redirect (${status}), which is not followed.`
        : `The service answered with status ${status} instead of ${expected}.`,
      // A proxy that gives up waiting (408) cannot tell what the service does with the request.
      effect: status >= 400 && status !== 408 ? "none" : possibleEffect(operation),
    });
  }

  /** What a service says may repeat the request, and the key with it. */
  #withoutKey({ code, message }: ErrorBody): ErrorBody {
    const hide = (text?: string): string | undefined =>
      text?.replaceAll(this.#options.apiKey, "[API key]");
    return { code: hide(code), message: hide(message) };
  }
}
