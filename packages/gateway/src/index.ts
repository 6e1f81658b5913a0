export { startGateway } from "./gateway.ts";
export { GatewayError } from "./gateway-error.ts";
export { startPage, type PageOptions, type ServedPage } from "./page/page.ts";
export type { Gateway, GatewayLimits, GatewayOptions, ServedExchange } from "./options.ts";
