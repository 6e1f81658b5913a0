export { serve, type ServerParts, type Settings } from "./server/serve.ts";
export { formatted } from "./features/formatting.ts";
export { TextsHost, type TextsHostOptions } from "./texts-host.ts";
export type { Pauses } from "./server/checks.ts";
export type { ServerConnection } from "./connection.ts";
export type { Timers } from "./server/timers.ts";
export { explainCommand } from "./features/code-action-names.ts";
export type * from "./host.ts";
export type { DocumentKind, DocumentLanguage } from "./documents/kind.ts";
