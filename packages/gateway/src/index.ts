export { startGateway } from "./gateway.ts";
export {
  startSiteGateway,
  type SiteGateway,
  type SiteGatewayOptions,
} from "./site/site-gateway.ts";
export { GatewayError } from "./gateway-error.ts";
export { startPage, type ServedPage } from "./page/page.ts";
export type { Gateway, GatewayOptions, ServedExchange } from "./options.ts";
export { Metrics } from "./metrics/metrics.ts";
export {
  startMetrics,
  type MetricsServer,
  type MetricsServerOptions,
} from "./metrics/metrics-server.ts";
