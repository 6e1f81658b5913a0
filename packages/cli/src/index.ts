export { defineConfig, httpsRoute, tcpEdge } from "./configuration/define-config.ts";
export type { Configuration, TargetConfiguration } from "./configuration/schema.ts";
