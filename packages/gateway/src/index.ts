export { startGateway } from "./gateway.ts";
export { GatewayError } from "./gateway-error.ts";
export type { Gateway, GatewayLimits, GatewayOptions } from "./options.ts";
export type { ServedExchange } from "./served-exchange.ts";
