export type {
  SectionOutcome,
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
  type CompiledAction,
  type CompiledSection,
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
  possibleSiteOutcomes,
  type Dependence,
  type PossibleOutcome,
  type PossibleOutcomes,
} from "./dependences.ts";
export type { Answer, GivenAnswer } from "./run/questions.ts";
export type { Body } from "./exchange/message.ts";
export type { HeaderRecord } from "./exchange/message.ts";
export type { ClientResponse } from "./exchange/response-state.ts";
export type { JsonLike } from "./expression/plain-value.ts";
export {
  type BehaviourOptions,
  type Secrets,
  type SimulationOptions,
  type Stub,
} from "./options.ts";
export { compareOutcome, type Difference } from "./cases/compare-outcome.ts";
export {
  type Expectation,
  type ExpectedText,
  exchangeOf,
  type CaseSettings,
  type PolicyCase,
  stubsOf,
  type StubInput,
} from "./cases/policy-case.ts";
export { CaseRunner, type CaseResult } from "./cases/run-case.ts";
export { SiteCaseRunner } from "./cases/run-site-case.ts";
export {
  gapKey,
  PolicyCoverage,
  type CoverageGap,
  type CoverageThing,
  type CoverageCount,
} from "./coverage/policy-coverage.ts";
export { CompiledSite, compileSite } from "./site/compiled-site.ts";
export {
  entriesFor,
  receiversOf,
  simulateSite,
  type Hop,
  type SiteOptions,
  type SiteOutcome,
} from "./site/simulate-site.ts";
