// The resources of the edge service as its description gives them: the client checks answers by
// these schemas, the emulator requests.
export { limits } from "./limits.ts";
export { tcpEdgeInputSchema, tcpEdgeSchema, type TcpEdge, type TcpEdgeInput } from "./tcp-edge.ts";
export {
  trafficPolicyModuleInputSchema,
  trafficPolicyModuleSchema,
  type TrafficPolicyModule,
  type TrafficPolicyModuleInput,
} from "./traffic-policy-module.ts";
