// The resources of the edge service as its description gives them: the client checks answers by
// these schemas, the emulator requests.
export { limits } from "./limits.ts";
export {
  endpointListSchema,
  endpointSchema,
  type Endpoint,
  type EndpointList,
} from "./endpoint.ts";
export { nullable } from "./nullable.ts";
export type { Ref } from "./ref.ts";
export {
  tcpEdgeInputSchema,
  tcpEdgeListSchema,
  tcpEdgeSchema,
  type TcpEdge,
  type TcpEdgeInput,
  type TcpEdgeList,
} from "./tcp-edge.ts";
export {
  trafficPolicyModuleInputSchema,
  trafficPolicyModuleSchema,
  type TrafficPolicyModule,
  type TrafficPolicyModuleInput,
} from "./traffic-policy-module.ts";
