import { json } from "@codemirror/lang-json";
import { indentService } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { columnAfter } from "../../language/yaml-indent.ts";

export type EditorLanguage = "json" | "yaml" | "typescript" | "plain";

/** Loads the colouring and indentation of a language. Everything but JSON loads on first use. */
export async function languageExtension(language: EditorLanguage): Promise<Extension> {
  switch (language) {
    case "json":
      return json();
    case "yaml":
      return [
        (await import("@codemirror/lang-yaml")).yaml(),
        indentService.of((context, position) => columnAfter(context.lineAt(position, -1).text)),
      ];
    case "typescript":
      return (await import("@codemirror/lang-javascript")).javascript({ typescript: true });
    default:
      return [];
  }
}
