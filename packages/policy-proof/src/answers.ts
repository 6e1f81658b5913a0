import { type BehaviourOptions, type CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  behaviourIn,
  openQuestions,
  type OpenQuestion,
} from "@traffic-policy/policy-engine/internal";

/** An answer to something that the documentation of the service leaves open. */
export interface OpenAnswer {
  readonly question: keyof BehaviourOptions;
  readonly answer: BehaviourOptions[keyof BehaviourOptions];
}

/**
 * Sample answers to questions with too many answers to try all; the first sample that differs from the given answer
 * stands for all others. `webhookTolerance` and `tokenLeeway` are left out: the validity of a signature or a token is
 * open in proofs, and examples have neither.
 */
const samples: { readonly [Name in keyof BehaviourOptions]?: readonly BehaviourOptions[Name][] } = {
  // It was 999 once.
  denyStatus: [999, 403],
  failure: [
    { status: 599, headers: {} },
    { status: 500, headers: {} },
  ],
  compressionMinimumSize: [1_000_000_000, 0],
  compressionContentTypes: [["none/none"], []],
};

/**
 * Returns all other answers to open questions that may change what policies do, each once; questions with too many
 * answers get a single sample.
 *
 * @param conditions - in CEL, the further conditions on exchanges
 */
export function otherAnswers(
  given: Partial<BehaviourOptions>,
  policies: readonly CompiledPolicy[],
  conditions: readonly string[] = [],
): OpenAnswer[] {
  const found = policies.flatMap((policy) => otherAnswersFor(policy, given, conditions));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function otherAnswersFor(
  policy: CompiledPolicy,
  given: Partial<BehaviourOptions>,
  conditions: readonly string[],
): OpenAnswer[] {
  const text = [textOf(policy), ...conditions.map((one) => `expression ${one}`)].join("\n");
  const usual = behaviourIn(policy.dialect, given);
  return Object.entries(openQuestions).flatMap(([name, open]) => {
    const question = name as keyof BehaviourOptions;
    if (about[question]?.test(text) === false) return [];
    const isOther = (one: OpenAnswer["answer"]): boolean => !isEqual(one, usual[question]);
    const { answers = samples[question]?.filter(isOther).slice(0, 1) ?? [] } = open as OpenQuestion;
    return answers.filter(isOther).map((answer) => ({ question, answer }));
  });
}

function isEqual(one: OpenAnswer["answer"], other: OpenAnswer["answer"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True when the answer to a question affects the value of conditions, and not only the consequences. */
export function isAboutConditions(question: keyof BehaviourOptions): boolean {
  return ofConditions.has(question);
}

/**
 * True when the answer to a question may change the formulas of policies. Answers to other questions leave the
 * formulas the same, whatever they change in an exchange.
 */
export function isAboutFormulas(question: keyof BehaviourOptions): boolean {
  return isAboutConditions(question) || ofProcessing.has(question);
}

/** False when the answer to a question changes only what comes back, and not what becomes of the request. */
export function isAboutRequests(question: keyof BehaviourOptions): boolean {
  return isAboutFormulas(question) && !ofResponses.has(question);
}

const ofResponses: ReadonlySet<keyof BehaviourOptions> = new Set([
  "failure",
  "denyStatus",
  "contentTypeOfAnswer",
  "inboundCompression",
  "responseRulesAfterForward",
] as const);

const ofProcessing: ReadonlySet<keyof BehaviourOptions> = new Set([
  "onExpressionError",
  "failure",
  "outboundAfterAnswer",
  "laterRulesSee",
  "denyStatus",
  "contentTypeOfAnswer",
  "interpolatedCollections",
  "inboundCompression",
  "restrictIpsWithoutAllow",
  "absentBucketKey",
  "responseRulesAfterForward",
] as const);

const ofConditions: ReadonlySet<keyof BehaviourOptions> = new Set([
  "absentValues",
  "absentCookie",
  "headerNames",
  "absentVariables",
  "durationMilliseconds",
  "timestampOffset",
] as const);

/**
 * The text that a policy must have for the answer to a question to matter; questions that are not listed always may.
 */
const about: Readonly<Partial<Record<keyof BehaviourOptions, RegExp>>> = {
  outboundAfterAnswer: /^outbound /m,
  laterRulesSee: /^action (?:add-headers|remove-headers|url-rewrite|compress-response|custom)/m,
  contentTypeOfAnswer: /^action custom-response/m,
  absentVariables: /^expression |\$\{/m,
  absentValues: /get(?:Re[qs]Header|QueryParam)/,
  absentCookie: /getRe[qs]Cookie/,
  headerNames: /(?:has|get)Re[qs]Header/,
  interpolatedCollections: /\$\{/,
  bracedGroups: /\$\{/,
  urlVariables: /\$/,
  urlNormalization: /req\.(?:url|path)|^action (?:url-rewrite|redirect)/im,
  denyStatus: /^action deny /m,
  compressionMinimumSize: /^action compress-response/m,
  compressionContentTypes: /^action compress-response/m,
  compressionTie: /^action compress-response/m,
  compressionWildcard: /^action compress-response/m,
  compressionNoTransform: /^action compress-response/m,
  inboundCompression: /^action compress-response/m,
  restrictIpsWithoutAllow: /^action restrict-ips/m,
  rateLimitCounts: /^action rate-limit/m,
  absentBucketKey: /^action rate-limit/m,
  durationMilliseconds: /getMilliseconds/,
  timestampOffset: /timestamp\((?!time\.now\))/,
  responseRulesAfterForward: /^action (?:forward-internal|ai-gateway)/m,
  circuitBreakerErrors: /^action circuit-breaker/m,
  circuitBreakerMemory: /^action circuit-breaker/m,
};

function textOf(policy: CompiledPolicy): string {
  return policy.sections
    .flatMap(({ stage, rules }) =>
      rules.flatMap(({ expressions, actions }) => [
        stage === "connect" || stage === "request" ? "inbound rule" : "outbound rule",
        ...expressions.map(({ text }) => `expression ${text}`),
        ...actions.map(({ type, config }) => `action ${type} ${JSON.stringify(config)}`),
      ]),
    )
    .join("\n");
}

export function answersThatMatter(
  given: Partial<BehaviourOptions> | undefined,
  policy: CompiledPolicy,
  isSo: (answers: Partial<BehaviourOptions>) => boolean,
  conditions?: readonly string[],
): OpenAnswer[] {
  return otherAnswers(given ?? {}, [policy], conditions).filter(
    ({ question, answer }) => !isSo({ [question]: answer } as Partial<BehaviourOptions>),
  );
}
