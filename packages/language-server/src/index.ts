export { serve } from "./server/serve.ts";
export { formatted } from "./features/formatting.ts";
export { TextsHost, type TextsHostOptions } from "./texts-host.ts";
export type { ServerConnection } from "./connection.ts";
export { explainCommand } from "./features/code-action-names.ts";
export type { Host, Checked, Finding, DocumentText, Lens, CommandResult } from "./host.ts";
export type { DocumentKind, DocumentLanguage } from "./documents/kind.ts";
