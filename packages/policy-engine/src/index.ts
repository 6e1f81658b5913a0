export type {
  DirectionOutcome,
  Outcome,
  RuleReference,
  ActionTrace,
  Change,
  ExpressionTrace,
  OperandTrace,
  RuleTrace,
  Trace,
} from "./outcome.ts";
export {
  compilePolicy,
  rulesAfterUpstream,
  rulesBeforeUpstream,
  type CompiledAction,
  type CompiledDirection,
  type CompiledPolicy,
  type CompiledRule,
} from "./policy/compile-policy.ts";
export { simulate, simulateSync, ExchangeRun } from "./run/exchange-run.ts";
export type { Carrier, Reached, ReadBody, Sent, SentRequest } from "./run/carrier.ts";
export type { MessageStream } from "./run/message-stream.ts";
export { CircuitBreakers } from "./run/circuit-breakers.ts";
export { RateLimits } from "./run/rate-limits.ts";
export { answered, Unanswered } from "./run/unanswered.ts";
export { TokenVerifications } from "./tokens/token-verifications.ts";
export {
  ExchangeError,
  type ConnectionInput,
  type Exchange,
  type ForwardedRequest,
  type RequestInput,
  type ResponseInput,
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
export type { Answer } from "./run/questions.ts";
export type { Body } from "./exchange/message.ts";
export { formatUrl, parseUrl, type UrlParts } from "./exchange/url.ts";
export { logicTree, type LogicTree } from "./expression/logic-tree.ts";
export type { HeaderRecord } from "./exchange/message.ts";
export type { ClientResponse } from "./exchange/response-state.ts";
export { saysNothing } from "./variables/is-known.ts";
export { parseMediaType } from "./variables/reader.ts";
export type { JsonLike } from "./expression/plain-value.ts";
export {
  answersOf,
  behaviourIn,
  openQuestions,
  type BehaviourOptions,
  type Secrets,
  type OpenQuestion,
  type SimulationOptions,
  type Stub,
} from "./options.ts";
export {
  compareOutcome,
  isNotKnown,
  outcomeWord,
  type Difference,
} from "./cases/compare-outcome.ts";
export {
  type Expectation,
  type ExpectedText,
  exchangeOf,
  expandCase,
  type CaseSettings,
  type CaseTable,
  type PolicyCase,
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
} from "./coverage/policy-coverage.ts";
