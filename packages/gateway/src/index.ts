export { startGateway } from "./gateway.ts";
export { GatewayError } from "./gateway-error.ts";
export type { Gateway, GatewayLimits, GatewayOptions, ServedExchange } from "./options.ts";
