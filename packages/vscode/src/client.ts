import type { LanguageClientOptions } from "vscode-languageclient/node";
import type { ServerSettings } from "./settings.ts";

const languages = ["json", "jsonc", "yaml", "typescript", "javascript"] as const;

export function clientOptions(settings: ServerSettings): LanguageClientOptions {
  return {
    documentSelector: languages.map((language) => ({ scheme: "file", language })),
    initializationOptions: settings,
  };
}
