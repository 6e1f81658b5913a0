export type {
  Endpoint,
  EndpointList,
  Ref,
  TcpEdge,
  TcpEdgeInput,
  TcpEdgeList,
  TrafficPolicyModule,
  TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { VersionHeader } from "./configuration/headers.ts";
export { InvalidConfiguration } from "./configuration/invalid-configuration.ts";
export { proxyFrom } from "./configuration/proxy-from.ts";
export type { Retries } from "./configuration/retries.ts";
export type { Timeouts } from "./configuration/timeouts.ts";
export { checksum } from "./deploy/checksum.ts";
export { deployPlan, type DeployOptions } from "./deploy/deploy-plan.ts";
export type {
  DeployEvent,
  DeployStep,
  KeepStored,
  TargetDeployment,
  TargetOutcome,
} from "./deploy/deployment.ts";
export {
  CannotRemove,
  ChangedSince,
  DeploymentError,
  NotAsWritten,
  NotTried,
} from "./deploy/deployment-error.ts";
export { exceededLimits, type DeployLimits, type ExceededLimit } from "./deploy/limits.ts";
export { makePlan, type PlanEvent, type PlanOptions } from "./deploy/make-plan.ts";
export { planTarget } from "./deploy/plan-target.ts";
export type { Plan, PlannedAction, PlannedTarget, UnreadTarget } from "./deploy/plan.ts";
export {
  InvalidSavedPlan,
  readSavedPlan,
  toSavedPlan,
  type SavedPlan,
} from "./deploy/saved-plan.ts";
export type { WantedPolicy } from "./deploy/wanted-policy.ts";
export { ConnectionFailed } from "./errors/connection-failed.ts";
export { Cancelled, Timeout } from "./errors/no-answer.ts";
export { ProxyFailed } from "./errors/proxy-failed.ts";
export {
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  RateLimited,
  ServiceFailure,
  Unauthorized,
} from "./errors/refusals.ts";
export { ServiceError, type Effect } from "./errors/service-error.ts";
export { UnexpectedResponse } from "./errors/unexpected-response.ts";
export type { PolicyComparison } from "./policy/compare-policy.ts";
export type { ParsedPolicy } from "./policy/parsed-policy.ts";
export type { PolicyInput } from "./policy/policy-input.ts";
export { readEach, type PolicyReading, type ReadEachOptions } from "./policy/read-policies.ts";
export { readModule, type StoredPolicy } from "./policy/stored-policy.ts";
export type { Target } from "./policy/target.ts";
export type { Endpoints } from "./service/endpoints.ts";
export type { Listing } from "./service/listing.ts";
export type { ChangeOptions, RequestOptions, WriteOptions } from "./service/operation.ts";
export type { RouteTrafficPolicy } from "./service/route-traffic-policy.ts";
export type { TcpEdges } from "./service/tcp-edges.ts";
export type { ClientEvent, RetryEvent, WaitEvent } from "./transport/client-event.ts";
