// Generated from the catalogue's actions by "pnpm generate"; do not edit.
import { createAction, type ActionBuilder } from "./action.ts";

/** What {@link compressResponse} takes. */
export interface CompressResponseConfig {
  /**
   * The algorithms to choose from; all four when left out.
   * Default: `["gzip","deflate","br","compress"]`.
   */
  readonly algorithms?: readonly ("gzip" | "deflate" | "br" | "compress")[];
}

/**
 * Compresses the response with an algorithm that the client accepts. (`compress-response`)
 *
 * May stand in: HTTP inbound and outbound.
 *
 * Which algorithm wins between equal preferences of the client is not documented.
 *
 * @example
 * ```ts
 * compressResponse({ algorithms: ["br","gzip"] })
 * ```
 */
export function compressResponse(config: CompressResponseConfig = {}): ActionBuilder {
  return createAction("compress-response", { algorithms: config.algorithms }, compressResponse);
}

/** What {@link customResponse} takes. */
export interface CustomResponseConfig {
  /** The HTTP status of the answer. */
  readonly statusCode: number;
  /** The body of the answer. */
  readonly content?: string;
  /** Headers of the answer: name to value, ten at most. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers the request itself; the upstream is not asked. (`custom-response`)
 *
 * May stand in: HTTP inbound and outbound.
 *
 * Whether outbound rules still run after an inbound custom-response is not documented.
 *
 * Without a content-type header the service infers one; by which rules is not documented.
 *
 * @example
 * ```ts
 * customResponse({ statusCode: 503, headers: {"content-type":"text/plain"}, content: "Back in five minutes." })
 * ```
 */
export function customResponse(config: CustomResponseConfig): ActionBuilder {
  return createAction(
    "custom-response",
    { status_code: config.statusCode, content: config.content, headers: config.headers },
    customResponse,
  );
}

/** What {@link deny} takes. */
export interface DenyConfig {
  /** The HTTP status of the refusal; HTTP policies only. */
  readonly statusCode?: number;
}

/**
 * Refuses the request, or closes the connection of a TCP or TLS policy. (`deny`)
 *
 * May stand in: HTTP inbound; TCP inbound; TLS inbound.
 *
 * The status without a config was 999 until 2025-03-10 and has been 403 since.
 *
 * @example
 * ```ts
 * deny({ statusCode: 403 })
 * ```
 */
export function deny(config: DenyConfig = {}): ActionBuilder {
  return createAction("deny", { status_code: config.statusCode }, deny);
}

/** What {@link urlRewrite} takes. */
export interface UrlRewriteConfig {
  /** Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced. */
  readonly from: string;
  /** The replacement; `$1` is the first capture group. */
  readonly to: string;
  /**
   * How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`.
   * Default: `"ngrok"`.
   */
  readonly format?: "ngrok" | "nginx";
}

/**
 * Replaces what matches in the request URL before it goes to the upstream. (`url-rewrite`)
 *
 * May stand in: HTTP inbound.
 *
 * @example
 * ```ts
 * urlRewrite({ from: "/v1/", to: "/v2/" })
 * ```
 */
export function urlRewrite(config: UrlRewriteConfig): ActionBuilder {
  return createAction(
    "url-rewrite",
    { from: config.from, to: config.to, format: config.format },
    urlRewrite,
  );
}
