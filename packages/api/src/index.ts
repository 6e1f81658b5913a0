export type {
  Endpoint,
  EndpointList,
  EndpointPolicyInput,
  Ref,
  TcpEdge,
  TcpEdgeInput,
  TcpEdgeList,
  TrafficPolicyModule,
  TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { VersionHeader } from "./configuration/headers.ts";
export { InvalidConfiguration, type Retries, type Timeouts } from "./configuration/settings.ts";
export { proxyFrom } from "./configuration/proxy.ts";
export { checksum } from "./policy/stored-policy.ts";
export { deployPlan, type DeployOptions } from "./deploy/deploy-plan.ts";
export type * from "./deploy/plan.ts";
export * from "./deploy/deployment-error.ts";
export { exceededLimits, type DeployLimits, type ExceededLimit } from "./deploy/limits.ts";
export { makePlan, type PlanEvent, type PlanOptions } from "./deploy/make-plan.ts";
export { planTarget } from "./deploy/plan-target.ts";
export { readOutcome } from "./deploy/read-outcome.ts";
export * from "./deploy/saved-plan.ts";
export {
  ConnectionFailed,
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  RateLimited,
  ServiceFailure,
  Unauthorized,
  ServiceError,
  UnexpectedResponse,
  type Effect,
} from "./errors/service-error.ts";
export { ReadOnlyEndpoint } from "./errors/read-only-endpoint.ts";
export { Cancelled, Timeout, ProxyFailed } from "./errors/no-answer.ts";
export type { PolicyComparison } from "./policy/compare-policy.ts";
export { comparePolicy } from "./policy/compare-policy.ts";
export { readModule, type ParsedPolicy, type StoredPolicy } from "./policy/stored-policy.ts";
export type { PolicyInput } from "./policy/push-policy.ts";
export { readEach, type PolicyReading, type ReadEachOptions } from "./policy/read-policies.ts";
export { identifiersOf } from "./policy/kinds/index.ts";
export type { Target } from "./policy/target.ts";
export type { Endpoints } from "./service/endpoints.ts";
export type { Listing } from "./service/paged-list.ts";
export type { ChangeOptions, RequestOptions, WriteOptions } from "./service/operation.ts";
export type { RouteTrafficPolicy } from "./service/route-traffic-policy.ts";
export type { TcpEdges } from "./service/tcp-edges.ts";
export type { ClientEvent, RetryEvent, WaitEvent } from "./transport/connection.ts";
