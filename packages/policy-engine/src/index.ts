export type {
  ActionReference,
  DirectionOutcome,
  LogEntry,
  NotSimulated,
  Outcome,
  RuleReference,
  SimulationError,
  PolicyProblem,
  ActionTrace,
  Change,
  Evaluation,
  EvaluationError,
  ExpressionTrace,
  OperandTrace,
  RuleTrace,
  Trace,
} from "./outcome.ts";
export {
  compilePolicy,
  rulesAfterUpstream,
  rulesBeforeUpstream,
  type CompileOptions,
  type CompiledAction,
  type CompiledDirection,
  type CompiledPolicy,
  type CompiledRule,
  type RuleExpression,
} from "./policy/compile-policy.ts";
export { simulate, simulateSync, ExchangeRun } from "./run/exchange-run.ts";
export type { Carrier, Reached, ReadBody, Sent, SentRequest, SentResponse } from "./run/carrier.ts";
export type { MessageStream } from "./run/message-stream.ts";
export { CircuitBreakers } from "./run/circuit-breakers.ts";
export { RateLimits } from "./run/rate-limits.ts";
export { answered, Unanswered } from "./run/unanswered.ts";
export type { KeySet } from "./tokens/key-set.ts";
export { TokenVerifications } from "./tokens/token-verifications.ts";
export {
  ExchangeError,
  type CertificateInput,
  type ConnectionInput,
  type DistinguishedNameInput,
  type EndpointInput,
  type Exchange,
  type ForwardedRequest,
  type GeoInput,
  type RequestInput,
  type ResponseInput,
  type TimeInput,
  type TlsInput,
  defaults,
} from "./exchange/exchange.ts";
export {
  possibleOutcomes,
  type Dependence,
  type PossibleOutcome,
  type PossibleOutcomes,
} from "./dependences.ts";
export { knownByService, type KnownByService } from "./known-by-service.ts";
export { expressionTexts, expressionTextsIn } from "./policy/expression-texts.ts";
export type { Answer, Question } from "./run/questions.ts";
export type { Body } from "./exchange/message.ts";
export { dateOf } from "./exchange/time.ts";
export { formatUrl, parseUrl, type UrlParts } from "./exchange/url.ts";
export { logicTree, type LogicTree } from "./expression/logic-tree.ts";
export type { HeaderInput, HeaderRecord } from "./exchange/message.ts";
export type { ClientResponse } from "./exchange/response-state.ts";
export { saysNothing } from "./variables/is-known.ts";
export { parseMediaType } from "./variables/reader.ts";
export type { JsonLike, PlainValue } from "./expression/plain-value.ts";
export {
  answersOf,
  behaviourIn,
  openQuestions,
  type BehaviourOptions,
  type IpPolicy,
  type Secrets,
  type OpenQuestion,
  type PolicyFunction,
  type SimulationOptions,
  type Stub,
  type StubCall,
  type StubResult,
} from "./options.ts";
export {
  compareOutcome,
  isNotKnown,
  outcomeWord,
  type Difference,
  type KnownOfOutcome,
} from "./cases/compare-outcome.ts";
export {
  type Expectation,
  type ExpectedHeaders,
  type ExpectedRequest,
  type ExpectedText,
  exchangeOf,
  expandCase,
  type CaseRow,
  type CaseSettings,
  type CaseTable,
  type PartialExchange,
  type PolicyCase,
  stubOf,
  stubsOf,
  type StubInput,
} from "./cases/policy-case.ts";
export { CaseRunner, caseState, type CaseResult } from "./cases/run-case.ts";
export {
  gapKey,
  gapText,
  PolicyCoverage,
  type CoverageGap,
  type CoverageThing,
  type CoverageCount,
  type RuleCoverage,
} from "./coverage/policy-coverage.ts";
