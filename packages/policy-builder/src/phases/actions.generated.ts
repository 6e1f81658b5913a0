// Generated from the catalogue's actions by "pnpm generate"; do not edit.
import { createAction, type ActionBuilder } from "../action.ts";
import { callSite } from "../call-site.ts";
import type { CelExpression } from "../expressions/index.ts";
import type { Restriction } from "../restriction.ts";
import type { JsonTextObject, JsonTextValue, TextValue } from "../text.ts";
import { phases } from "./places.generated.ts";

/** What {@link addHeaders} takes. */
export interface AddHeadersConfig<R extends Restriction = never> {
  /** Name to value, one to ten. Names are converted to lower case; `host` replaces the existing header. */
  readonly headers: Readonly<Record<string, TextValue<R>>>;
}

/**
 * Adds headers to the request on its way in, or to the response on its way out. (`add-headers`)
 *
 * May stand in: HTTP on_http_request and on_http_response.
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
): ActionBuilder<"on_http_request and on_http_response" | R> {
  return createAction(phases, "add-headers", config, callSite());
}

/** What {@link aiGateway} takes. */
export interface AiGatewayConfig<R extends Restriction = never> {
  /**
   * What happens if no provider answers: `halt` ends processing, `continue` runs the next action.
   * Default: `"halt"`.
   */
  readonly onError?: "halt" | "continue";
  /** Any other field, by the name that the document has for it. */
  readonly [field: string]: JsonTextValue<R> | undefined;
}

/**
 * Forwards requests to providers of AI models. (`ai-gateway`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when a provider answers, or none does while `on_error` is `halt`: nothing after it runs.
 *
 * Its reference was withdrawn on 2026-07-01; its config is not checked.
 *
 * @example
 * ```ts
 * aiGateway({ onError: "halt" })
 * ```
 */
export function aiGateway<R extends Restriction = never>(
  config?: AiGatewayConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "ai-gateway", config, callSite());
}

/** What {@link basicAuth} takes. */
export interface BasicAuthConfig<R extends Restriction = never> {
  /** Each a name and a password of 8 to 128 characters, with a colon between: `user:password1`. */
  readonly credentials: readonly TextValue<R>[];
  /**
   * What the client shows when it asks for them; ASCII only.
   * Default: `"ngrok"`.
   */
  readonly realm?: string;
  /**
   * Whether requests are refused at all; `false` is a trial.
   * Default: `true`.
   */
  readonly enforce?: boolean;
}

/**
 * Lets a request through with one of several names and passwords, and answers 401 otherwise. (`basic-auth`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the credentials are missing or wrong and `enforce` is not false: nothing after it runs.
 *
 * A plan of the service may allow fewer credentials.
 *
 * One page writes credentials as objects.
 *
 * @example
 * ```ts
 * basicAuth({ credentials: ["user:password1"], realm: "Reports" })
 * ```
 */
export function basicAuth<R extends Restriction = never>(
  config: BasicAuthConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "basic-auth", config, callSite());
}

/** What {@link circuitBreaker} takes. */
export interface CircuitBreakerConfig {
  /** The share of errors, from 0 to 1, from which on requests are refused. */
  readonly errorThreshold: number;
  /**
   * How many requests of the window have to be seen before any is refused.
   * Default: `10`.
   */
  readonly volumeThreshold?: number;
  /**
   * How long a request counts: `1s` to `2m`.
   * Default: `"10s"`.
   */
  readonly windowDuration?: string;
  /**
   * How long requests are refused before the share is looked at again: `1s` to `2m`.
   * Default: `"10s"`.
   */
  readonly trippedDuration?: string;
  /**
   * Always 10.
   * Default: `10`.
   */
  readonly numBuckets?: number;
  /**
   * Whether requests are refused at all.
   * Default: `true`.
   */
  readonly enforce?: boolean;
}

/**
 * Answers 503 for a while when too many responses of the upstream are errors. (`circuit-breaker`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the breaker is open and `enforce` is not false: nothing after it runs.
 *
 * `error_threshold` is documented as required, and with a default.
 *
 * Which responses count as errors is not documented.
 *
 * @example
 * ```ts
 * circuitBreaker({ errorThreshold: 0.25, volumeThreshold: 20, trippedDuration: "30s" })
 * ```
 */
export function circuitBreaker(config: CircuitBreakerConfig): ActionBuilder<"on_http_request"> {
  return createAction(phases, "circuit-breaker", config, callSite());
}

/** What {@link closeConnection} takes. */
export type CloseConnectionConfig = Readonly<Record<string, never>>;

/**
 * Closes the connection without an answer. (`close-connection`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request; TCP on_tcp_connect; TLS on_tcp_connect.
 *
 * Ends processing: nothing after it runs.
 *
 * @example
 * ```ts
 * closeConnection()
 * ```
 */
export function closeConnection(
  config?: CloseConnectionConfig,
): ActionBuilder<"on_tcp_connect and on_http_request"> {
  return createAction(phases, "close-connection", config, callSite());
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
 * May stand in: HTTP on_http_response.
 *
 * Which algorithm wins between equal preferences of the client is not documented.
 *
 * @example
 * ```ts
 * compressResponse({ algorithms: ["br", "gzip"] })
 * ```
 */
export function compressResponse(
  config?: CompressResponseConfig,
): ActionBuilder<"on_http_response"> {
  return createAction(phases, "compress-response", config, callSite());
}

/** What {@link customResponse} takes. */
export interface CustomResponseConfig<R extends Restriction = never> {
  /**
   * The HTTP status of the answer.
   * Default: `200`.
   */
  readonly statusCode?: number;
  /** The body of the answer. */
  readonly body?: TextValue<R>;
  /** Headers of the answer: name to value, at most ten. */
  readonly headers?: Readonly<Record<string, TextValue<R>>>;
}

/**
 * Answers the request itself, without the upstream, or replaces the response. (`custom-response`)
 *
 * May stand in: HTTP on_http_request and on_http_response.
 *
 * Ends processing: nothing after it runs.
 *
 * Without a content-type header the service infers one; by which rules is not documented.
 *
 * The page calls `content` the earlier name of `body`; whether it is still accepted is not documented.
 *
 * @example
 * ```ts
 * customResponse({
 *   statusCode: 503,
 *   headers: { "content-type": "text/plain" },
 *   body: "Back in five minutes.",
 * })
 * ```
 */
export function customResponse<R extends Restriction = never>(
  config?: CustomResponseConfig<R>,
): ActionBuilder<"on_http_request and on_http_response" | R> {
  return createAction(phases, "custom-response", config, callSite());
}

/** What {@link deny} takes. */
export interface DenyConfig {
  /** The HTTP status of the refusal; HTTP policies only. */
  readonly statusCode?: number;
}

/**
 * Refuses the request, or closes the connection of a TCP or TLS policy. (`deny`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request; TCP on_tcp_connect; TLS on_tcp_connect.
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
export function deny(): ActionBuilder<"on_tcp_connect and on_http_request">;
/**
 * Refuses the request, or closes the connection of a TCP or TLS policy. (`deny`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request; TCP on_tcp_connect; TLS on_tcp_connect.
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
export function deny(config: DenyConfig): ActionBuilder<"on_http_request">;
export function deny(config?: DenyConfig): ActionBuilder<Restriction> {
  return createAction(phases, "deny", config, callSite());
}

/** What {@link forwardInternal} takes. */
export interface ForwardInternalConfig<R extends Restriction = never> {
  /** The URL of the internal endpoint. */
  readonly url: TextValue<R>;
  /**
   * What happens if the endpoint cannot be reached: `halt` ends processing, `continue` runs the next action.
   * Default: `"halt"`.
   */
  readonly onError?: "halt" | "continue";
}

/**
 * Forwards the traffic to an internal endpoint, which answers it. (`forward-internal`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request; TCP on_tcp_connect; TLS on_tcp_connect.
 *
 * Ends processing when forwarding succeeds, or fails while `on_error` is `halt`: nothing after it runs.
 *
 * Whether rules of `on_http_response` run on the answer is not documented.
 *
 * Whether the host header is kept is documented in two ways.
 *
 * @example
 * ```ts
 * forwardInternal({ url: "https://billing.internal", onError: "continue" })
 * ```
 */
export function forwardInternal<R extends Restriction = never>(
  config: ForwardInternalConfig<R>,
): ActionBuilder<"on_tcp_connect and on_http_request" | R> {
  return createAction(phases, "forward-internal", config, callSite());
}

/** What {@link httpRequest} takes. */
export interface HttpRequestConfig<R extends Restriction = never> {
  /** Where the request goes. */
  readonly url: TextValue<R>;
  /**
   * The HTTP method.
   * Default: `"GET"`.
   */
  readonly method?: "GET" | "PUT" | "POST" | "PATCH" | "DELETE" | "OPTIONS";
  /** Parameters of the query string, at most 32. */
  readonly queryParams?: readonly {
    /** The name. */
    readonly key: TextValue<R>;
    /** The value. */
    readonly value: TextValue<R>;
  }[];
  /** Headers of the request: name to value, at most ten. */
  readonly headers?: Readonly<Record<string, TextValue<R>>>;
  /** The body of the request. */
  readonly body?: TextValue<R>;
  /** How many redirects are followed. */
  readonly maxRedirects?: number;
  /**
   * How long all attempts may take together: `1s` to `30s`.
   * Default: `"3s"`.
   */
  readonly timeout?: string;
  /**
   * An expression: whether to try again, at most three times. It can read `attempts`, `last_attempt.req`, `last_attempt.res` and `last_attempt.error`.
   * Default: `"false"`.
   */
  readonly retryCondition?: string | CelExpression<R>;
  /**
   * What happens if there is no response: `halt` ends processing, `continue` runs the next action.
   * Default: `"continue"`.
   */
  readonly onError?: "continue" | "halt";
}

/**
 * Sends a request to another endpoint, and keeps the response for later expressions. (`http-request`)
 *
 * May stand in: HTTP on_http_request and on_http_response.
 *
 * Ends processing when there is no response and `on_error` is `halt`: nothing after it runs.
 *
 * Whether 10 redirects are followed by default or none is documented in two ways.
 *
 * What the client gets when processing ends is not documented.
 *
 * @example
 * ```ts
 * httpRequest({
 *   url: "https://tiers.internal/of/${req.host}",
 *   timeout: "2s",
 *   onError: "halt",
 * })
 * ```
 */
export function httpRequest<R extends Restriction = never>(
  config: HttpRequestConfig<R>,
): ActionBuilder<"on_http_request and on_http_response" | R> {
  return createAction(phases, "http-request", config, callSite());
}

/** What {@link jwtValidation} takes. */
export interface JwtValidationConfig<R extends Restriction = never> {
  /** The accepted issuers. */
  readonly issuer: {
    /** One of these has to match. */
    readonly allowList: readonly {
      /** The issuer, as the claim `iss` has it. */
      readonly value: TextValue<R>;
    }[];
  };
  /** The accepted audiences. */
  readonly audience?: {
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
      readonly name: TextValue<R>;
      /** The text before the token, such as `Bearer `. */
      readonly prefix?: TextValue<R>;
    }[];
  };
  /** How tokens are signed. */
  readonly jws: {
    /** The algorithms a token may be signed with, such as `RS256`; never `none`. */
    readonly allowedAlgorithms: readonly TextValue<R>[];
    /** The keys that signatures are checked with. */
    readonly keys: {
      /** How the key of a token is found. */
      readonly identification?: readonly {
        /** The claims that name the key. */
        readonly tokenClaims?: readonly "kid"[];
      }[];
      /** The source of the keys. */
      readonly sources: {
        /** URLs of JSON Web Key Sets. */
        readonly additionalJkus: readonly TextValue<R>[];
      };
    };
  };
}

/**
 * Checks the JSON Web Tokens of the request, and answers 401 if one is invalid. (`jwt-validation`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when a token is missing or invalid: nothing after it runs.
 *
 * The status of the answer is documented for a missing token only.
 *
 * `keys` is documented as a list of objects with a list of `sources`, but is one object in every example.
 *
 * The shape of `identification` is documented only for a list of keys.
 *
 * Expressions are documented for issuers, names, prefixes and URLs; other fields of the same objects are not mentioned.
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
export function jwtValidation<R extends Restriction = never>(
  config: JwtValidationConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "jwt-validation", config, callSite());
}

/** What {@link log} takes. */
export interface LogConfig<R extends Restriction = never> {
  /** What the entry says: free keys and values. */
  readonly metadata: Readonly<Record<string, JsonTextValue<R>>>;
}

/**
 * Writes an entry with data of your choice to the event log. (`log`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request and on_http_response; TCP on_tcp_connect; TLS on_tcp_connect.
 *
 * @example
 * ```ts
 * log({ metadata: { event: "refused", client: "${conn.client_ip}" } })
 * ```
 */
export function log<R extends Restriction = never>(
  config: LogConfig<R>,
): ActionBuilder<"all but on_event_stream_message" | R> {
  return createAction(phases, "log", config, callSite());
}

/** What {@link oauth} takes. */
export interface OauthConfig<R extends Restriction = never> {
  /** The provider: `amazon`, `facebook`, `github`, `gitlab`, `google`, `linkedin`, `microsoft` or `twitch`. */
  readonly provider: string;
  /** A name that tells this action from others of its kind. */
  readonly authId?: string;
  /** The identifier of your application at the provider. */
  readonly clientId?: TextValue<R>;
  /** The secret of your application at the provider. */
  readonly clientSecret?: TextValue<R>;
  /** The scopes to ask for. */
  readonly scopes?: readonly string[];
  /** Further parameters of the URL at which people sign in: name to value. */
  readonly authzUrlParams?: Readonly<Record<string, string>>;
  /** After how long a session ends. */
  readonly maxSessionDuration?: string;
  /** How often the provider is asked for the person again. */
  readonly userinfoRefreshInterval?: string;
  /**
   * Whether `OPTIONS` requests of browsers pass without a session.
   * Default: `false`.
   */
  readonly allowCorsPreflight?: boolean;
  /** The domain of the cookie with the session. */
  readonly authCookieDomain?: string;
  /** After how long without requests a session ends. */
  readonly idleSessionTimeout?: string;
}

/**
 * Lets only people through who have signed in with a provider of OAuth. (`oauth`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the client has no session: nothing after it runs.
 *
 * The list of providers may grow.
 *
 * @example
 * ```ts
 * oauth({ provider: "google" })
 * ```
 */
export function oauth<R extends Restriction = never>(
  config: OauthConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "oauth", config, callSite());
}

/** What {@link openidConnect} takes. */
export interface OpenidConnectConfig<R extends Restriction = never> {
  /** The URL of the issuer. */
  readonly issuerUrl: string;
  /** A name that tells this action from others of its kind. */
  readonly authId?: string;
  /** The identifier of your application at the provider. */
  readonly clientId?: TextValue<R>;
  /** The secret of your application at the provider. */
  readonly clientSecret?: TextValue<R>;
  /** The scopes to ask for. */
  readonly scopes?: readonly string[];
  /** Further parameters of the URL at which people sign in: name to value. */
  readonly authzUrlParams?: Readonly<Record<string, string>>;
  /** After how long a session ends. */
  readonly maxSessionDuration?: string;
  /** How often the provider is asked for the person again. */
  readonly userinfoRefreshInterval?: string;
  /**
   * Whether `OPTIONS` requests of browsers pass without a session.
   * Default: `false`.
   */
  readonly allowCorsPreflight?: boolean;
  /** The domain of the cookie with the session. */
  readonly authCookieDomain?: string;
  /** After how long without requests a session ends. */
  readonly idleSessionDuration?: string;
  /** Another name of `idle_session_duration` that is in use. */
  readonly idleSessionTimeout?: string;
}

/**
 * Lets only people through who have signed in with a provider of OpenID Connect. (`openid-connect`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the client has no session: nothing after it runs.
 *
 * `client_id` and `client_secret` are documented as optional, and errors demand them.
 *
 * `idle_session_duration` is also written as `idle_session_timeout`, and `user_info_refreshed` as `userinfo_refreshed`.
 *
 * @example
 * ```ts
 * openidConnect({
 *   issuerUrl: "https://issuer.example.com",
 *   clientId: "site",
 *   clientSecret: "${secrets.get('site', 'oidc')}",
 * })
 * ```
 */
export function openidConnect<R extends Restriction = never>(
  config: OpenidConnectConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "openid-connect", config, callSite());
}

/** What {@link owaspCrsRequest} takes. */
export interface OwaspCrsRequestConfig {
  /**
   * What happens if the rules cannot be run: `halt` ends processing, `continue` runs the next action.
   * Default: `"halt"`.
   */
  readonly onError?: "continue" | "halt";
  /**
   * Whether the first 4 KB of the body are read.
   * Default: `false`.
   */
  readonly processBody?: boolean;
  /** The numbers of rules that are left out. */
  readonly excludeRuleIds?: readonly number[];
}

/**
 * Answers 403 instead of requests that the OWASP Core Rule Set takes for attacks. (`owasp-crs-request`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the score reaches the threshold of 5: nothing after it runs.
 *
 * Whether `on_error: continue` also lets through what is refused is documented in two ways.
 *
 * `on_error` is documented as required, and with a default.
 *
 * @example
 * ```ts
 * owaspCrsRequest({ processBody: true, excludeRuleIds: [911100] })
 * ```
 */
export function owaspCrsRequest(config?: OwaspCrsRequestConfig): ActionBuilder<"on_http_request"> {
  return createAction(phases, "owasp-crs-request", config, callSite());
}

/** What {@link owaspCrsResponse} takes. */
export interface OwaspCrsResponseConfig {
  /**
   * What happens if the rules cannot be run: `halt` ends processing, `continue` runs the next action.
   * Default: `"halt"`.
   */
  readonly onError?: "continue" | "halt";
  /**
   * Whether the first 4 KB of the body are read.
   * Default: `false`.
   */
  readonly processBody?: boolean;
  /** The numbers of rules that are left out. */
  readonly excludeRuleIds?: readonly number[];
}

/**
 * Answers 403 instead of responses that the OWASP Core Rule Set takes for attacks. (`owasp-crs-response`)
 *
 * May stand in: HTTP on_http_response.
 *
 * Ends processing when the score reaches the threshold of 4: nothing after it runs.
 *
 * Whether `on_error: continue` also lets through what is refused is documented in two ways.
 *
 * `on_error` is documented as required, and with a default.
 *
 * @example
 * ```ts
 * owaspCrsResponse({ processBody: true, excludeRuleIds: [911100] })
 * ```
 */
export function owaspCrsResponse(
  config?: OwaspCrsResponseConfig,
): ActionBuilder<"on_http_response"> {
  return createAction(phases, "owasp-crs-response", config, callSite());
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
  /** Expressions, at most ten: requests for which all have the same values share a bucket. */
  readonly bucketKey: readonly (string | CelExpression<R>)[];
  /**
   * Whether requests are refused at all; `false` only counts them.
   * Default: `true`.
   */
  readonly enforce?: boolean;
}

/**
 * Answers 429 with `retry-after` to requests over a limit; the others continue. (`rate-limit`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the request is over the limit and `enforce` is not false: nothing after it runs.
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
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "rate-limit", config, callSite());
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
}

/**
 * Sends the client to another URL, made from the URL of the request. (`redirect`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the URL changes: nothing after it runs.
 *
 * Whether it ends processing in the sense of cloud endpoints is documented in two ways.
 *
 * @example
 * ```ts
 * redirect({ from: "/old-store/", to: "/store/", statusCode: 301 })
 * ```
 */
export function redirect<R extends Restriction = never>(
  config: RedirectConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "redirect", config, callSite());
}

/** What {@link removeHeaders} takes. */
export interface RemoveHeadersConfig {
  /** The names of the headers, one to ten; `user-agent` cannot be removed. */
  readonly headers: readonly string[];
}

/**
 * Removes headers from the request on its way in, or from the response on its way out. (`remove-headers`)
 *
 * May stand in: HTTP on_http_request and on_http_response.
 *
 * @example
 * ```ts
 * removeHeaders({ headers: ["x-powered-by", "server"] })
 * ```
 */
export function removeHeaders(
  config: RemoveHeadersConfig,
): ActionBuilder<"on_http_request and on_http_response"> {
  return createAction(phases, "remove-headers", config, callSite());
}

/** What {@link requestBodyFindReplace} takes. */
export interface RequestBodyFindReplaceConfig<R extends Restriction = never> {
  /** The replacements, each made in the result of the one before. */
  readonly replacements: readonly {
    /** Regular expression (RE2); all matches are replaced. */
    readonly from: TextValue<R>;
    /**
     * The replacement; `$1` is the first capture group.
     * Default: `""`.
     */
    readonly to?: TextValue<R>;
  }[];
}

/**
 * Replaces what matches in the body of the request. (`request-body-find-replace`)
 *
 * May stand in: HTTP on_http_request.
 *
 * @example
 * ```ts
 * requestBodyFindReplace({ replacements: [{ from: "secret-[0-9]+", to: "hidden" }] })
 * ```
 */
export function requestBodyFindReplace<R extends Restriction = never>(
  config: RequestBodyFindReplaceConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "request-body-find-replace", config, callSite());
}

/** What {@link responseBodyFindReplace} takes. */
export interface ResponseBodyFindReplaceConfig<R extends Restriction = never> {
  /** The replacements, each made in the result of the one before. */
  readonly replacements: readonly {
    /** Regular expression (RE2); all matches are replaced. */
    readonly from: TextValue<R>;
    /**
     * The replacement; `$1` is the first capture group.
     * Default: `""`.
     */
    readonly to?: TextValue<R>;
  }[];
}

/**
 * Replaces what matches in the body of the response. (`response-body-find-replace`)
 *
 * May stand in: HTTP on_http_response.
 *
 * @example
 * ```ts
 * responseBodyFindReplace({ replacements: [{ from: "secret-[0-9]+", to: "hidden" }] })
 * ```
 */
export function responseBodyFindReplace<R extends Restriction = never>(
  config: ResponseBodyFindReplaceConfig<R>,
): ActionBuilder<"on_http_response" | R> {
  return createAction(phases, "response-body-find-replace", config, callSite());
}

/** What {@link restrictIps} takes. */
export interface RestrictIpsConfig<R extends Restriction = never> {
  /**
   * Whether addresses are refused at all; `false` is a trial.
   * Default: `true`.
   */
  readonly enforce?: boolean;
  /** CIDRs of addresses to let through, such as `192.0.2.0/24`. */
  readonly allow?: readonly TextValue<R>[];
  /** CIDRs of addresses to refuse, even if `allow` contains them. */
  readonly deny?: readonly TextValue<R>[];
  /** Identifiers of IP policies of the service. */
  readonly ipPolicies?: readonly string[];
}

/**
 * Lets only some client addresses through: others get 403, or in TCP and TLS policies their connection is closed. (`restrict-ips`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request and on_http_response; TCP on_tcp_connect; TLS on_tcp_connect.
 *
 * Ends processing when the address is refused and `enforce` is not false: nothing after it runs.
 *
 * That nobody is let through without an `allow` list is likely, but not documented.
 *
 * @example
 * ```ts
 * restrictIps({ allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.66/32"] })
 * ```
 */
export function restrictIps<R extends Restriction = never>(
  config?: RestrictIpsConfig<R>,
): ActionBuilder<"all but on_event_stream_message" | R> {
  return createAction(phases, "restrict-ips", config, callSite());
}

/** What {@link saml} takes. */
export interface SamlConfig<R extends Restriction = never> {
  /** The metadata of the provider, as XML. */
  readonly idpMetadata?: string;
  /** Any other field, by the name that the document has for it. */
  readonly [field: string]: JsonTextValue<R> | undefined;
}

/**
 * Lets only people through who have signed in with a provider of SAML. (`saml`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the client has no session: nothing after it runs.
 *
 * Its page has no reference: only `idp_metadata` is known from guides.
 *
 * @example
 * ```ts
 * saml({ idpMetadata: "<EntityDescriptor/>" })
 * ```
 */
export function saml<R extends Restriction = never>(
  config?: SamlConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "saml", config, callSite());
}

/** What {@link setVars} takes. */
export interface SetVarsConfig<R extends Restriction = never> {
  /** The variables, set in this order. */
  readonly vars: readonly Readonly<Record<string, JsonTextValue<R>>>[];
}

/**
 * Sets variables that later rules of the same phase read as `vars.name`. (`set-vars`)
 *
 * May stand in: HTTP on_tcp_connect and on_http_request and on_http_response; TCP on_tcp_connect; TLS on_tcp_connect.
 *
 * The names and values of an object are set in the order in which they are written. A list in `vars`, each with one name, sets a name twice.
 *
 * Whether an entry may read an earlier one is documented in two ways.
 *
 * How deep values may be nested is not documented.
 *
 * @example
 * ```ts
 * setVars({ tier: "${'x-tier' in req.headers ? req.headers['x-tier'][0] : 'free'}" })
 * ```
 */
export function setVars<R extends Restriction = never>(
  config: SetVarsConfig<R> | JsonTextObject<R>,
): ActionBuilder<"all but on_event_stream_message" | R> {
  return createAction(phases, "set-vars", config, callSite());
}

/** What {@link sseFindReplace} takes. */
export interface SseFindReplaceConfig<R extends Restriction = never> {
  /** The replacements, each made in the result of the one before. */
  readonly replacements: readonly {
    /**
     * The field of the message: `data` or `retry`.
     * Default: `"data"`.
     */
    readonly field?: TextValue<R>;
    /** Regular expression (RE2); all matches are replaced. */
    readonly from: TextValue<R>;
    /**
     * The replacement; `$1` is the first capture group.
     * Default: `""`.
     */
    readonly to?: TextValue<R>;
  }[];
}

/**
 * Replaces what matches in one message of a stream of events. (`sse-find-replace`)
 *
 * May stand in: HTTP on_event_stream_message.
 *
 * Which variables exist in `on_event_stream_message` is not documented.
 *
 * @example
 * ```ts
 * sseFindReplace({ replacements: [{ from: "secret-[0-9]+", to: "hidden" }] })
 * ```
 */
export function sseFindReplace<R extends Restriction = never>(
  config: SseFindReplaceConfig<R>,
): ActionBuilder<"on_event_stream_message" | R> {
  return createAction(phases, "sse-find-replace", config, callSite());
}

/** What {@link terminateTls} takes. */
export interface TerminateTlsConfig<R extends Restriction = never> {
  /**
   * The oldest version of TLS.
   * Default: `"1.2"`.
   */
  readonly minVersion?: "1.2" | "1.3";
  /**
   * The newest version of TLS.
   * Default: `"1.3"`.
   */
  readonly maxVersion?: "1.2" | "1.3";
  /** The private key of `server_certificate`, as PEM. */
  readonly serverPrivateKey?: TextValue<R>;
  /** The certificate of the server, as PEM. */
  readonly serverCertificate?: TextValue<R>;
  /** Who may sign certificates of clients: PEM, or identifiers `ca_…`. */
  readonly mutualTlsCertificateAuthorities?: readonly TextValue<R>[];
  /**
   * Whether the client has to send a certificate, and whether it is verified.
   * Default: `"require-and-verify"`.
   */
  readonly mutualTlsVerificationStrategy?: "require-and-verify" | "require-any" | "request";
}

/**
 * Ends TLS here, with a certificate of yours and, if you like, one of the client's. (`terminate-tls`)
 *
 * May stand in: HTTP on_tcp_connect; TLS on_tcp_connect.
 *
 * `mutual_tls_certificate_authorities` is one text in an example.
 *
 * @example
 * ```ts
 * terminateTls({ minVersion: "1.3" })
 * ```
 */
export function terminateTls<R extends Restriction = never>(
  config?: TerminateTlsConfig<R>,
): ActionBuilder<"TLS or HTTP on_tcp_connect" | R> {
  return createAction(phases, "terminate-tls", config, callSite());
}

/** What {@link urlRewrite} takes. */
export interface UrlRewriteConfig<R extends Restriction = never> {
  /** Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced. */
  readonly from?: TextValue<R>;
  /** The replacement; `$1` is the first capture group. */
  readonly to: TextValue<R>;
}

/**
 * Replaces what matches in the request URL before it goes to the upstream. (`url-rewrite`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Its page begins patterns with `^${req.url.authority}`, although the URL begins with the scheme.
 *
 * What is replaced without `from` is not documented.
 *
 * @example
 * ```ts
 * urlRewrite({ from: "/v1/", to: "/v2/" })
 * ```
 */
export function urlRewrite<R extends Restriction = never>(
  config: UrlRewriteConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "url-rewrite", config, callSite());
}

/** What {@link verifyWebhook} takes. */
export interface VerifyWebhookConfig<R extends Restriction = never> {
  /** Who sends the webhooks, such as `github`. */
  readonly provider: string;
  /** The secret that the provider signs them with. */
  readonly secret: TextValue<R>;
  /**
   * Whether others are refused at all; `false` is a trial.
   * Default: `true`.
   */
  readonly enforce?: boolean;
}

/**
 * Checks that a webhook is signed by its provider, and answers 403 otherwise. The verification calls of some providers are answered as well. (`verify-webhook`)
 *
 * May stand in: HTTP on_http_request.
 *
 * Ends processing when the signature is invalid and `enforce` is not false, or the provider verifies the endpoint: nothing after it runs.
 *
 * How much the time of a signature may differ from that of the request is not documented.
 *
 * The module before it took no secret for `sns`; the action requires one.
 *
 * Whether a signature that is wrong counts as an error, so that `error.code` is set, is not documented.
 *
 * @example
 * ```ts
 * verifyWebhook({ provider: "github", secret: "${secrets.get('webhooks', 'github')}" })
 * ```
 */
export function verifyWebhook<R extends Restriction = never>(
  config: VerifyWebhookConfig<R>,
): ActionBuilder<"on_http_request" | R> {
  return createAction(phases, "verify-webhook", config, callSite());
}
