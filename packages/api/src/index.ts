export type {
  TcpEdge,
  TcpEdgeInput,
  TrafficPolicyModule,
  TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { VersionHeader } from "./configuration/headers.ts";
export { InvalidConfiguration } from "./configuration/invalid-configuration.ts";
export { Cancelled, ConnectionFailed, Timeout } from "./errors/no-answer.ts";
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
export { comparePolicy, type PolicyComparison } from "./policy/compare-policy.ts";
export { deployPolicy } from "./policy/deploy-policy.ts";
export { DeploymentError, type Deployment, type DeploymentOutcome } from "./policy/deployment.ts";
export type { LocalPolicy } from "./policy/local-policy.ts";
export { pushPolicy } from "./policy/push-policy.ts";
export { readPolicy } from "./policy/read-policy.ts";
export type { StoredPolicy } from "./policy/stored-policy.ts";
export type { Target } from "./policy/target.ts";
export type { RequestOptions } from "./service/operation.ts";
