import type { LanguageClientOptions } from "vscode-languageclient/node";
import type { ServerSettings } from "./settings.ts";

/** The languages that policies are written in. */
const languages = ["json", "jsonc", "yaml", "typescript", "javascript"] as const;

/** Which documents the server is asked about, and what it is told when it starts. */
export function clientOptions(settings: ServerSettings): LanguageClientOptions {
  return {
    documentSelector: languages.map((language) => ({ scheme: "file", language })),
    initializationOptions: settings,
  };
}
