// Generated from the catalogue's actions by "pnpm generate"; do not edit.
import { createAction, type ActionBuilder } from "../action.ts";
import { callSite } from "../call-site.ts";
import type { CelExpression } from "../expressions/index.ts";
import type { Restriction } from "../restriction.ts";
import type { JsonTextValue, TextValue } from "../text.ts";
import { directions } from "./places.generated.ts";

/** What {@link addHeaders} takes. */
export interface AddHeadersConfig<R extends Restriction = never> {
  /** Name to value, one to ten. Names are converted to lower case; `host` replaces the existing header. */
  readonly headers: Readonly<Record<string, TextValue<R>>>;
}

/**
 * Adds headers to the request on its way in, or to the response on its way out. (`add-headers`)
 *
 * May stand in: HTTP inbound and outbound.
 *
 * Whether a policy with `ngrok-skip-browser-warning` is refused is not documented, only that it may not be used.
 *
 * @example
 * ```ts
 * addHeaders({ headers: { "x-client-country": "${conn.geo.country_code}" } })
 * ```
 */
export function addHeaders<R extends Restriction = never>(
  config: AddHeadersConfig<R>,
): ActionBuilder<"HTTP" | R> {
  return createAction(directions, "add-headers", config, callSite());
}

/** What {@link compressResponse} takes. */
export interface CompressResponseConfig {
  /**
   * The algorithms to choose from; all four if omitted.
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
 * compressResponse({ algorithms: ["br", "gzip"] })
 * ```
 */
export function compressResponse(config?: CompressResponseConfig): ActionBuilder<"HTTP"> {
  return createAction(directions, "compress-response", config, callSite());
}

/** What {@link customResponse} takes. */
export interface CustomResponseConfig<R extends Restriction = never> {
  /** The HTTP status of the answer. */
  readonly statusCode: number;
  /** The body of the answer. */
  readonly content?: TextValue<R>;
  /** Headers of the answer: name to value, at most ten. */
  readonly headers?: Readonly<Record<string, TextValue<R>>>;
}

/**
 * Answers the request itself, without the upstream. (`custom-response`)
 *
 * May stand in: HTTP inbound and outbound.
 *
 * Ends processing: nothing after it runs.
 *
 * Whether outbound rules still run after an inbound custom-response is not documented.
 *
 * Without a content-type header the service infers one; by which rules is not documented.
 *
 * The earliest documentation had a key `content_type`, which was soon removed.
 *
 * @example
 * ```ts
 * customResponse({
 *   statusCode: 503,
 *   headers: { "content-type": "text/plain" },
 *   content: "Back in five minutes.",
 * })
 * ```
 */
export function customResponse<R extends Restriction = never>(
  config: CustomResponseConfig<R>,
): ActionBuilder<"HTTP" | R> {
  return createAction(directions, "custom-response", config, callSite());
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
 * Ends processing: nothing after it runs.
 *
 * The status without a config was 999 until 2025-03-10 and has been 403 since.
 *
 * @example
 * ```ts
 * deny({ statusCode: 403 })
 * ```
 */
export function deny(): ActionBuilder<"inbound">;
/**
 * Refuses the request, or closes the connection of a TCP or TLS policy. (`deny`)
 *
 * May stand in: HTTP inbound; TCP inbound; TLS inbound.
 *
 * Ends processing: nothing after it runs.
 *
 * The status without a config was 999 until 2025-03-10 and has been 403 since.
 *
 * @example
 * ```ts
 * deny({ statusCode: 403 })
 * ```
 */
export function deny(config: DenyConfig): ActionBuilder<"HTTP inbound">;
export function deny(config?: DenyConfig): ActionBuilder<Restriction> {
  return createAction(directions, "deny", config, callSite());
}

/** What {@link forwardInternal} takes. */
export interface ForwardInternalConfig {
  /** The URL of the internal endpoint. */
  readonly url: string;
  /** What the endpoint is bound to. */
  readonly binding?: "internal";
  /**
   * What happens if the endpoint cannot be reached: `halt` ends processing, `continue` runs the next action.
   * Default: `"halt"`.
   */
  readonly onError?: "halt" | "continue";
}

/**
 * Forwards the traffic to an internal endpoint, which answers it. (`forward-internal`)
 *
 * May stand in: HTTP inbound; TCP inbound; TLS inbound.
 *
 * Ends processing when forwarding succeeds, or fails while `on_error` is `halt`: nothing after it runs.
 *
 * Its page lists it for TCP and TLS policies, but the overviews do not.
 *
 * Whether outbound rules run after it is not documented.
 *
 * @example
 * ```ts
 * forwardInternal({ url: "https://billing.internal", onError: "continue" })
 * ```
 */
export function forwardInternal(config: ForwardInternalConfig): ActionBuilder<"inbound"> {
  return createAction(directions, "forward-internal", config, callSite());
}

/** What {@link jwtValidation} takes. */
export interface JwtValidationConfig {
  /** The accepted issuers. */
  readonly issuer: {
    /** One of these has to match. */
    readonly allowList: readonly {
      /** The issuer, as the claim `iss` has it. */
      readonly value: string;
    }[];
  };
  /** The accepted audiences. */
  readonly audience: {
    /** One of these has to match. */
    readonly allowList: readonly {
      /** An audience, as the claim `aud` has it. */
      readonly value: string;
    }[];
  };
  /** Where the request has tokens. */
  readonly http: {
    /** The tokens to check; all of them are required. */
    readonly tokens: readonly {
      /** What kind of token it is. */
      readonly type: "access_token" | "at+jwt" | "id_token" | "it+jwt" | "plain" | "jwt";
      /** Which part of the request has it. */
      readonly method: "header" | "body";
      /** The name of the header, or of the field in the body. */
      readonly name: string;
      /** The text before the token, such as `Bearer `. */
      readonly prefix?: string;
    }[];
  };
  /** How tokens are signed. */
  readonly jws: {
    /** The algorithms a token may be signed with, such as `RS256`; never `none`. */
    readonly allowedAlgorithms: readonly string[];
    /** The keys that signatures are checked with. */
    readonly keys: {
      /** The source of the keys. */
      readonly sources: {
        /** URLs of JSON Web Key Sets. */
        readonly additionalJkus: readonly string[];
      };
    };
  };
}

/**
 * Checks the JSON Web Tokens of the request, and answers 401 if one is invalid. (`jwt-validation`)
 *
 * May stand in: HTTP inbound.
 *
 * Ends processing when a token is missing or invalid: nothing after it runs.
 *
 * The status of the answer is documented for a missing token only.
 *
 * `keys` and `sources` are documented as lists of objects, but are one object in every example.
 *
 * @example
 * ```ts
 * jwtValidation({
 *   issuer: { allowList: [{ value: "https://issuer.example.com/" }] },
 *   audience: { allowList: [{ value: "urn:example:api" }] },
 *   http: {
 *     tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }],
 *   },
 *   jws: {
 *     allowedAlgorithms: ["RS256"],
 *     keys: { sources: { additionalJkus: ["https://issuer.example.com/jwks.json"] } },
 *   },
 * })
 * ```
 */
export function jwtValidation(config: JwtValidationConfig): ActionBuilder<"HTTP inbound"> {
  return createAction(directions, "jwt-validation", config, callSite());
}

/** What {@link log} takes. */
export interface LogConfig<R extends Restriction = never> {
  /** What the entry says: free keys and values. */
  readonly metadata: Readonly<Record<string, JsonTextValue<R>>>;
}

/**
 * Writes an entry with data of your choice to the event log. (`log`)
 *
 * May stand in: HTTP inbound and outbound; TCP inbound; TLS inbound.
 *
 * One page lists outbound rules of TCP and TLS policies; the overviews do not.
 *
 * @example
 * ```ts
 * log({ metadata: { event: "refused", client: "${conn.client_ip}" } })
 * ```
 */
export function log<R extends Restriction = never>(config: LogConfig<R>): ActionBuilder<never | R> {
  return createAction(directions, "log", config, callSite());
}

/** What {@link rateLimit} takes. */
export interface RateLimitConfig<R extends Restriction = never> {
  /** The name of the limit. */
  readonly name: string;
  /** How requests are counted. */
  readonly algorithm: "sliding_window";
  /** How many requests a bucket lets through within the time `rate`. Each server of the service counts on its own. */
  readonly capacity: number;
  /** The duration, such as `60s`: from `60s` to `24h` in steps of `10s`. */
  readonly rate: string;
  /** What makes requests share a bucket, at most ten: `conn.client_ip`, `req.host`, `req.headers['name']` or `getReqHeader('Name')`. Several keys make one bucket per combination. */
  readonly bucketKey: readonly (string | CelExpression<R>)[];
}

/**
 * Answers 429 with `retry-after` to requests over a limit; the others continue. (`rate-limit`)
 *
 * May stand in: HTTP inbound.
 *
 * Ends processing when the request is over the limit: nothing after it runs.
 *
 * Late documentation lists outbound rules as well, its overview only inbound ones.
 *
 * Whether a bucket key can be any other expression is not documented.
 *
 * Whether a bucket key may be missing or be repeated is not documented.
 *
 * @example
 * ```ts
 * rateLimit({
 *   name: "Thirty a minute for each client",
 *   algorithm: "sliding_window",
 *   capacity: 30,
 *   rate: "60s",
 *   bucketKey: ["conn.client_ip"],
 * })
 * ```
 */
export function rateLimit<R extends Restriction = never>(
  config: RateLimitConfig<R>,
): ActionBuilder<"HTTP" | R> {
  return createAction(directions, "rate-limit", config, callSite());
}

/** What {@link redirect} takes. */
export interface RedirectConfig<R extends Restriction = never> {
  /** Regular expression (RE2), matched against the whole URL with its scheme and host; the whole URL is replaced if omitted. */
  readonly from?: TextValue<R>;
  /** The replacement; `$1` is the first capture group. */
  readonly to: TextValue<R>;
  /**
   * The HTTP status of the redirect, from 300 to 399.
   * Default: `302`.
   */
  readonly statusCode?: number;
  /** Headers of the redirect: name to value, at most ten. */
  readonly headers?: Readonly<Record<string, TextValue<R>>>;
  /**
   * How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`.
   * Default: `"ngrok"`.
   */
  readonly format?: "ngrok" | "nginx";
}

/**
 * Sends the client to another URL, made from the URL of the request. (`redirect`)
 *
 * May stand in: HTTP inbound.
 *
 * Ends processing when the URL changes: nothing after it runs.
 *
 * The format `nginx` appears only in examples.
 *
 * @example
 * ```ts
 * redirect({ from: "/old-store/", to: "/store/", statusCode: 301 })
 * ```
 */
export function redirect<R extends Restriction = never>(
  config: RedirectConfig<R>,
): ActionBuilder<"HTTP inbound" | R> {
  return createAction(directions, "redirect", config, callSite());
}

/** What {@link removeHeaders} takes. */
export interface RemoveHeadersConfig {
  /** The names of the headers, one to ten; `user-agent` cannot be removed. */
  readonly headers: readonly string[];
}

/**
 * Removes headers from the request on its way in, or from the response on its way out. (`remove-headers`)
 *
 * May stand in: HTTP inbound and outbound.
 *
 * @example
 * ```ts
 * removeHeaders({ headers: ["x-powered-by", "server"] })
 * ```
 */
export function removeHeaders(config: RemoveHeadersConfig): ActionBuilder<"HTTP"> {
  return createAction(directions, "remove-headers", config, callSite());
}

/** What {@link restrictIps} takes. */
export interface RestrictIpsConfig {
  /**
   * Whether addresses are refused at all; `false` is a trial.
   * Default: `true`.
   */
  readonly enforce?: boolean;
  /** CIDRs of addresses to let through, such as `192.0.2.0/24`. */
  readonly allow?: readonly string[];
  /** CIDRs of addresses to refuse, even if `allow` contains them. */
  readonly deny?: readonly string[];
  /** Identifiers of IP policies of the service. */
  readonly ipPolicies?: readonly string[];
}

/**
 * Lets only some client addresses through: others get 403, or in TCP and TLS policies their connection is closed. (`restrict-ips`)
 *
 * May stand in: HTTP inbound; TCP inbound; TLS inbound.
 *
 * Ends processing when the address is refused and `enforce` is not false: nothing after it runs.
 *
 * That nobody is let through without an `allow` list is likely, but not documented.
 *
 * Its page lists outbound rules as well, the overviews only inbound ones.
 *
 * @example
 * ```ts
 * restrictIps({ allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.66/32"] })
 * ```
 */
export function restrictIps(config?: RestrictIpsConfig): ActionBuilder<never> {
  return createAction(directions, "restrict-ips", config, callSite());
}

/** What {@link urlRewrite} takes. */
export interface UrlRewriteConfig<R extends Restriction = never> {
  /** Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced. */
  readonly from: TextValue<R>;
  /** The replacement; `$1` is the first capture group. */
  readonly to: TextValue<R>;
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
 * Its page begins patterns with `^${req.url.authority}`, although the URL begins with the scheme.
 *
 * The format `nginx` appears only in examples.
 *
 * @example
 * ```ts
 * urlRewrite({ from: "/v1/", to: "/v2/" })
 * ```
 */
export function urlRewrite<R extends Restriction = never>(
  config: UrlRewriteConfig<R>,
): ActionBuilder<"HTTP inbound" | R> {
  return createAction(directions, "url-rewrite", config, callSite());
}
