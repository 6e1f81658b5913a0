export type {
  Endpoint,
  TcpEdge,
  TcpEdgeInput,
  TrafficPolicyModule,
  TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export { InvalidConfiguration } from "./configuration/settings.ts";
export { proxyFrom } from "./configuration/proxy.ts";
export { checksum } from "./policy/stored-policy.ts";
export { deployPlan, type DeployOptions } from "./deploy/deploy-plan.ts";
export type {
  WantedPolicy,
  PlannedAction,
  PlannedTarget,
  UnreadTarget,
  Plan,
  TargetOutcome,
  TargetDeployment,
  DeployStep,
  DeployEvent,
} from "./deploy/plan.ts";
export * from "./deploy/deployment-error.ts";
export { exceededLimits, type ExceededLimit } from "./deploy/limits.ts";
export { makePlan, type PlanEvent } from "./deploy/make-plan.ts";
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
} from "./errors/service-error.ts";
export { ReadOnlyEndpoint } from "./service/read-only-endpoint.ts";
export { Cancelled, Timeout, ProxyFailed } from "./errors/no-answer.ts";
export { comparePolicy } from "./policy/compare-policy.ts";
export { readModule, type ParsedPolicy, type StoredPolicy } from "./policy/stored-policy.ts";
export { readEndpoints } from "./policy/read-endpoints.ts";
export { readEach, type PolicyReading } from "./policy/read-policies.ts";
export { identifiersOf } from "./policy/kinds/index.ts";
export type { Target } from "./policy/target.ts";
export type { ChangeOptions } from "./operation.ts";
export type { ClientEvent } from "./transport/connection.ts";
