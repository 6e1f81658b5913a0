import { type Dialect, type DialectName } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { ForwardedRequest, ResponseInput } from "./exchange/exchange.ts";
import type { Body } from "./exchange/message.ts";
import type { JsonLike, PlainValue } from "./expression/plain-value.ts";
import type { CircuitBreakers } from "./run/circuit-breakers.ts";
import { Questions } from "./run/questions.ts";
import type { RateLimits } from "./run/rate-limits.ts";
import type { KeySet } from "./tokens/key-set.ts";
import type { TokenVerifications } from "./tokens/token-verifications.ts";

/**
 * Behaviour that the service's documentation leaves open or describes inconsistently. Each option has a default,
 * which {@link openQuestions} explains; nowhere else in the engine are these questions decided.
 */
export interface BehaviourOptions {
  readonly onExpressionError: "fail-request" | "no-match";
  readonly failure: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  readonly outboundAfterAnswer: boolean;
  readonly laterRulesSee: "changes" | "original";
  readonly denyStatus: number;
  readonly contentTypeOfAnswer: "inferred" | "none";
  readonly absentVariables: "empty" | "error";
  readonly absentValues: "empty-list" | "error";
  readonly absentCookie: "error" | "empty";
  readonly headerNames: "canonical" | "any-case";
  readonly interpolatedCollections: "json" | "error";
  readonly bracedGroups: "expression" | "group";
  readonly urlVariables: "always" | "nginx-only";
  readonly urlNormalization: "rfc3986" | "none";
  readonly compressionTie: "policy" | "client";
  readonly compressionWildcard: "rfc9110" | "ignored";
  readonly compressionMinimumSize: number;
  readonly compressionContentTypes: readonly string[];
  readonly compressionNoTransform: "respected" | "ignored";
  readonly inboundCompression: "before-outbound" | "after-outbound";
  readonly restrictIpsWithoutAllow: "refuse" | "allow";
  readonly rateLimitCounts: "let-through" | "all";
  readonly absentBucketKey: "shared" | "error";
  readonly durationMilliseconds: "whole" | "rest";
  readonly timestampOffset: "dropped" | "kept";
  readonly webhookTolerance: number;
  readonly invalidTokenStatus: 401 | 403;
  readonly tokenLeeway: number;
  readonly tokenWithoutExpiry: "accepted" | "refused";
  readonly tokenIssuedLater: "refused" | "accepted";
  readonly responseRulesAfterForward: boolean;
  readonly circuitBreakerErrors: "server-errors" | "all-errors";
  readonly circuitBreakerMemory: "kept" | "cleared";
  readonly httpRequestRedirects: number;
}

/** The outside input of a simulation, and the options for its output. */
export interface SimulationOptions extends Partial<BehaviourOptions> {
  /** True to add a trace to the outcome; this takes up to three times as long. */
  readonly trace?: boolean;
  /**
   * Called for each item in macros that are nested three deep or deeper, which may take very long: it may throw to end the
   * simulation, and what it throws is thrown.
   */
  readonly onStep?: () => void;
  /** The time of exchanges that say none, as milliseconds since 1970; `Date.now` by default. */
  readonly clock?: () => number;
  /** The questions that only the service can answer, with assumed answers. Without it, such values are missing. */
  readonly questions?: Questions;
  /**
   * True to fail an exchange when its outcome depends on what only the service knows; `unknown` of the outcome tells
   * what. An HTTP request is then answered with 501.
   */
  readonly failsAtUnknown?: boolean;
  /** The counters of `rate-limit`, kept from one exchange to the next. */
  readonly rateLimits?: RateLimits;
  /** The responses that `circuit-breaker` has seen: kept from one exchange to the next. */
  readonly circuitBreakers?: CircuitBreakers;
  /** The effects of actions by type: for those that are not simulated, or to replace the simulation. */
  readonly stubs?: Readonly<Record<string, Stub>>;
  /** Functions of a dialect of your own, by name. */
  readonly functions?: Readonly<Record<string, PolicyFunction>>;
  /**
   * Gives the random numbers of `rand.double()` and `rand.int()`, from 0 up to but not including 1;
   * without it, an expression that calls them fails.
   */
  readonly random?: () => number;
  /** The secrets that `secrets.get()` gets, by vault and name. */
  readonly secrets?: Secrets;
  /** The IP policies that `restrict-ips` names, by identifier. */
  readonly ipPolicies?: Readonly<Record<string, IpPolicy>>;
  /** The keys that tokens are signed with, by the URL where the service would get them. */
  readonly keySets?: Readonly<Record<string, KeySet>>;
  /**
   * The cached results of token verification. Keep it from one exchange to the next, because verifying takes time.
   */
  readonly tokens?: TokenVerifications;
  /** Compresses a body; without it the outcome only tells the algorithm. */
  readonly compress?: (algorithm: string, body: Body) => Uint8Array;
  /** The algorithms that are there to compress with; those of the action when left out. */
  readonly compressionAlgorithms?: readonly string[];
}

/** A function of expressions, with plain arguments and a plain result. It throws an `Error` to fail. */
type PolicyFunction = (...args: readonly JsonLike[]) => PlainValue;

/** The values of secrets by vault and name: `{ vault: { name: "value" } }`. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface StubCall {
  readonly type: string;
  /** The config of the action as the document has it, with its interpolations unreplaced. */
  readonly config: JsonLike;
  /** The request in its current state; absent in TCP and TLS policies. */
  readonly request?: ForwardedRequest;
  variable(name: string): JsonLike | undefined;
}

/**
 * The effect of an action: go on with the next action, answer the client, close the connection, or fail. An action
 * with `on_error: continue` that fails goes on, and leaves the error behind.
 */
export type StubResult = (
  | { readonly next: true }
  | { readonly answer: ResponseInput }
  | { readonly close: true }
  | { readonly fail: string }
) & {
  /**
   * The results that the action leaves behind for later expressions: by name without the prefix that all of them
   * share, `identity.email`, or objects of them.
   */
  readonly results?: Readonly<Record<string, PlainValue>>;
};

/** A function that takes the place of an action. */
export type Stub = (call: StubCall) => StubResult;

export interface IpPolicy {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export interface ResolvedOptions extends BehaviourOptions {
  readonly trace: boolean;
  readonly onStep: (() => void) | undefined;
  readonly clock: () => number;
  readonly questions: Questions | undefined;
  readonly failsAtUnknown: boolean;
  readonly rateLimits: RateLimits | undefined;
  readonly circuitBreakers: CircuitBreakers | undefined;
  readonly stubs: Readonly<Record<string, Stub>>;
  readonly functions: Readonly<Record<string, PolicyFunction>>;
  readonly random: (() => number) | undefined;
  readonly secrets: Secrets;
  readonly ipPolicies: Readonly<Record<string, IpPolicy>>;
  readonly keySets: Readonly<Record<string, KeySet>>;
  readonly tokens: TokenVerifications | undefined;
  readonly compress: ((algorithm: string, body: Body) => Uint8Array) | undefined;
  readonly compressionAlgorithms: readonly string[] | undefined;
}

/** One thing that the documentation leaves open. */
export interface OpenQuestion<Name extends keyof BehaviourOptions = keyof BehaviourOptions> {
  readonly default: BehaviourOptions[Name];
  /** The default in a dialect whose documentation says something else. */
  readonly defaultIn?: { readonly [Own in DialectName]?: BehaviourOptions[Name] };
  /** All answers; none where they are numbers, lists or objects. */
  readonly answers?: readonly BehaviourOptions[Name][];
  /** The question in words, with its answers. */
  readonly question: string;
  /** Why the default is what it is. */
  readonly why: string;
}

function defaultIn<Name extends keyof BehaviourOptions>(
  { default: usual, defaultIn: own }: OpenQuestion<Name>,
  { name, base }: Pick<Dialect, "name" | "base">,
): BehaviourOptions[Name] {
  return own?.[(base?.name ?? name) as DialectName] ?? usual;
}

/** Describes the possible answers to a question in a sentence. */
export function answersOf({ answers, default: usual }: OpenQuestion): string {
  if (answers !== undefined) return `Answers are ${answers.join(", ")}.`;
  if (Array.isArray(usual)) return "The answer is a comma-separated list.";
  if (typeof usual === "number") return "The answer is a whole number.";
  return 'The answer is a status, or JSON like {"status": 500, "headers": {}}.';
}

/** Every option for what the documentation leaves open. */
export const openQuestions: { readonly [Name in keyof BehaviourOptions]: OpenQuestion<Name> } = {
  onExpressionError: {
    default: "fail-request",
    answers: ["fail-request", "no-match"],
    question:
      "What happens if an expression of a rule fails: the request fails (`fail-request`), or the rule does not match (`no-match`).",
    why: "A policy is documented to answer with an error if one occurs at run time; no exception for expressions is documented.",
  },
  failure: {
    default: { status: 500, headers: {} },
    question: "The response to a request that fails.",
    why: "The status is not documented. The header `ngrok-error-code` is, but the meaning of its codes is not.",
  },
  outboundAfterAnswer: {
    default: false,
    answers: [true, false],
    question: "Whether rules after the upstream run for an answer of one before.",
    why: "The documentation of `inbound` and `outbound` says that no further actions run. That of phases says that `on_http_response` rules run for a `custom-response`, which they always do here, and nothing of other actions.",
  },
  laterRulesSee: {
    default: "changes",
    answers: ["changes", "original"],
    question:
      "Whether variables show the changes of earlier actions (`changes`) or the original message (`original`).",
    why: "Actions run in order, and the documentation does not say that rules are evaluated beforehand.",
  },
  denyStatus: {
    default: 403,
    question: "The status of `deny` without one.",
    why: "It was 999 until 2025-03-10, and has been 403 since.",
  },
  contentTypeOfAnswer: {
    default: "inferred",
    answers: ["inferred", "none"],
    question:
      "Whether a `custom-response` without a `content-type` gets one from Go's `http.DetectContentType` (`inferred`).",
    why: "It is documented that it is inferred, but not how; the service is written in Go.",
  },
  absentVariables: {
    default: "empty",
    answers: ["empty", "error"],
    question:
      "The value of a text, list or map that an exchange has no data for, such as `conn.geo.city` of an unknown address or `req.content_type` without that header: empty, or missing, so that an expression that reads it fails. `has` is false in both cases. Without a client certificate, its fields are always missing.",
    why: "The documentation says of only a few variables that they can be missing; of these it says nothing.",
  },
  absentValues: {
    default: "empty-list",
    answers: ["empty-list", "error"],
    question:
      "What `getReqHeader`, `getResHeader` and `getQueryParam` return if there is nothing: an empty list, or an error.",
    why: "The documentation of this dialect says nothing, that of the next one says an empty list.",
  },
  absentCookie: {
    default: "error",
    answers: ["error", "empty"],
    question:
      "What `getReqCookie` and `getResCookie` do without such a cookie: fail, or return an empty one.",
    why: "It is not documented, and elsewhere a missing value is an error.",
  },
  headerNames: {
    default: "canonical",
    answers: ["canonical", "any-case"],
    question:
      "Whether `hasReqHeader` and similar functions find a header only by its canonical name, `Content-Type`, or in any case.",
    why: "The documentation requires canonical names; it does not say that others are found.",
  },
  interpolatedCollections: {
    default: "json",
    answers: ["json", "error"],
    question: "What a list or a map becomes in text: JSON, or an error.",
    why: "The documentation says only that values are converted to text.",
  },
  bracedGroups: {
    default: "expression",
    answers: ["expression", "group"],
    question:
      "What `${1}` is in the replacement of a URL: the expression `1`, or the first group of the pattern.",
    why: "Interpolations are replaced first.",
  },
  urlVariables: {
    default: "always",
    answers: ["always", "nginx-only"],
    question:
      "Whether `$args`, `$uri` and the like are replaced by parts of the URL even without `format: nginx`.",
    why: "Published policies use them like this. Otherwise they are groups that do not exist, and so empty.",
  },
  urlNormalization: {
    default: "rfc3986",
    answers: ["rfc3986", "none"],
    question: "How `req.url` is normalized: as in section 6.2.2 of RFC 3986, or not at all.",
    why: "It is documented that it is normalized, but not how.",
  },
  compressionTie: {
    default: "policy",
    answers: ["policy", "client"],
    question:
      "Which algorithm wins between equal preferences: the first of the policy, or the first of the client.",
    why: "It is not documented. RFC 9110 leaves it to the server.",
  },
  compressionWildcard: {
    default: "rfc9110",
    answers: ["rfc9110", "ignored"],
    question: "Whether `*` in `accept-encoding` means the algorithms that it does not name.",
    why: "The documentation refers to RFC 9110, which says so.",
  },
  compressionMinimumSize: {
    default: 0,
    question: "The smallest body that is compressed, in bytes.",
    why: "None is documented.",
  },
  compressionContentTypes: {
    default: [],
    question: "The prefixes of the content types that are compressed; all types if there are none.",
    why: "No filter is documented.",
  },
  compressionNoTransform: {
    default: "respected",
    answers: ["respected", "ignored"],
    question: "Whether a response with `cache-control: no-transform` is not compressed.",
    why: "It is not documented. RFC 9111, section 5.2.2.6, forbids every intermediary to transform it.",
  },
  inboundCompression: {
    default: "before-outbound",
    answers: ["before-outbound", "after-outbound"],
    question:
      "Whether `compress-response` of an inbound rule compresses before the outbound rules run, or after. A response of a later inbound rule is compressed only if outbound rules run for it (`outboundAfterAnswer`).",
    why: "It is not documented. Inbound rules come before outbound ones.",
  },
  restrictIpsWithoutAllow: {
    default: "refuse",
    answers: ["refuse", "allow"],
    question:
      "What `restrict-ips` does without an `allow` list: refuse everybody, or allow all but `deny`.",
    why: "An address must be in the list; that this also holds for a missing list is inferred.",
  },
  rateLimitCounts: {
    default: "let-through",
    answers: ["let-through", "all"],
    question: "Which requests count for `rate-limit`: only allowed ones, or refused ones as well.",
    why: "The capacity is how many requests a bucket lets through.",
  },
  absentBucketKey: {
    default: "shared",
    answers: ["shared", "error"],
    question:
      "What `rate-limit` does when a bucket key has no value, such as a header that the request lacks: all such requests share a bucket (`shared`), or the request fails (`error`).",
    why: "The value of a header is documented to count if there is one; published policies use headers that not every request has.",
  },
  durationMilliseconds: {
    default: "whole",
    defaultIn: { phases: "rest" },
    answers: ["whole", "rest"],
    question:
      "What `getMilliseconds()` of a duration of 1.234 s returns: all of it, 1234 (`whole`), or the part below a second, 234 (`rest`).",
    why: "The documentation of phases says 234, as the definition of CEL does. That of `inbound` and `outbound` says nothing: the Go implementation of CEL, which the service runs, returns all of it, and CEL's test suite says that this will change.",
  },
  timestampOffset: {
    default: "dropped",
    answers: ["dropped", "kept"],
    question:
      "What a time such as `timestamp('2024-02-29T23:59:59+05:30')` is in `getHours()` and the like without a time zone, and in `string()`: in UTC, where it is 18:29 (`dropped`), or as it was written, 23:59 (`kept`).",
    why: "The definition of CEL says UTC. Later versions of the Go implementation, which the service runs, keep the offset; which version runs is not documented.",
  },
  webhookTolerance: {
    default: 300,
    question:
      "How many seconds the time that a webhook was signed at may differ from that of the exchange.",
    why: "It is documented that it must be in a range, but not in which. Most providers recommend five minutes.",
  },
  invalidTokenStatus: {
    default: 401,
    answers: [401, 403],
    question:
      "How `jwt-validation` refuses a token that is there and invalid: with 401 and the code `ERR_NGROK_3401`, or with 403 and `ERR_NGROK_3403`.",
    why: "Both codes are documented, and the status 401 for a missing token; which token gets which code is not.",
  },
  tokenLeeway: {
    default: 0,
    question:
      "By how many seconds the clocks of issuer and service may differ when `exp`, `nbf` and `iat` of a token are checked.",
    why: "None is documented.",
  },
  tokenWithoutExpiry: {
    default: "accepted",
    answers: ["accepted", "refused"],
    question: "Whether `jwt-validation` accepts a token without the claim `exp`.",
    why: "It is not documented. RFC 7519, section 4.1.4, makes the claim optional.",
  },
  tokenIssuedLater: {
    default: "refused",
    answers: ["refused", "accepted"],
    question: "Whether a token is refused whose claim `iat` is later than the exchange.",
    why: "It is not documented. RFC 7519 does not require it; many libraries refuse such a token.",
  },
  responseRulesAfterForward: {
    default: true,
    answers: [true, false],
    question:
      "Whether `outbound` or `on_http_response` rules run for the response of an endpoint that `forward-internal` or `ai-gateway` forwards to.",
    why: "It is not documented. The response is that of an upstream, and published policies have such rules.",
  },
  circuitBreakerErrors: {
    default: "server-errors",
    answers: ["server-errors", "all-errors"],
    question:
      "Which responses count as errors for `circuit-breaker`: those with a status from 500 on (`server-errors`), or from 400 on (`all-errors`). An upstream that cannot be reached always counts.",
    why: "It is not documented. A status below 500 says that the client is wrong, not the upstream.",
  },
  circuitBreakerMemory: {
    default: "kept",
    answers: ["kept", "cleared"],
    question:
      "Whether responses from before `circuit-breaker` began to refuse still count when it looks at the share of errors again.",
    why: "It is documented that it looks again, and that responses count for the length of the window.",
  },
  httpRequestRedirects: {
    default: 10,
    question: "How many redirects `http-request` follows without `max_redirects`.",
    why: "The list of its fields says 10, and the text about redirects none.",
  },
};

/** Returns the behaviour for policies of a dialect; options that are not given have their default. */
export function behaviourIn(
  dialect: Pick<Dialect, "name" | "base">,
  given: Partial<BehaviourOptions> = {},
): BehaviourOptions {
  const answers = Object.entries(openQuestions).map(([name, question]) => {
    const own = given[name as keyof BehaviourOptions];
    return [name, own ?? defaultIn(question as OpenQuestion, dialect)];
  });
  return Object.fromEntries(answers) as unknown as BehaviourOptions;
}

const defaults: Omit<ResolvedOptions, keyof BehaviourOptions> = {
  trace: false,
  clock: Date.now,
  questions: undefined,
  onStep: undefined,
  failsAtUnknown: false,
  rateLimits: undefined,
  circuitBreakers: undefined,
  stubs: {},
  functions: {},
  random: undefined,
  secrets: {},
  ipPolicies: {},
  keySets: {},
  tokens: undefined,
  compress: undefined,
  compressionAlgorithms: undefined,
};

export function resolveOptions(
  options: SimulationOptions | undefined,
  dialect: Pick<Dialect, "name" | "base">,
): ResolvedOptions {
  const resolved: Record<string, unknown> = { ...usualIn(dialect) };
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value !== undefined) resolved[name] = value;
  }
  if (options?.failsAtUnknown === true) resolved["questions"] ??= new Questions();
  return resolved as unknown as ResolvedOptions;
}

const usual = new WeakMap<Pick<Dialect, "name">, ResolvedOptions>();

function usualIn(dialect: Pick<Dialect, "name" | "base">): ResolvedOptions {
  return getOrAdd(usual, dialect, () => ({ ...behaviourIn(dialect), ...defaults }));
}
