import { json } from "@codemirror/lang-json";
import type { Extension } from "@codemirror/state";

/** How the text of an editor is written; a command line is plain. */
export type EditorLanguage = "json" | "yaml" | "typescript" | "plain";

/** What colours and indents a language; what is not JSON is loaded when it is first needed. */
export async function languageExtension(language: EditorLanguage): Promise<Extension> {
  switch (language) {
    case "json":
      return json();
    case "yaml":
      return (await import("@codemirror/lang-yaml")).yaml();
    case "typescript":
      return (await import("@codemirror/lang-javascript")).javascript({ typescript: true });
    default:
      return [];
  }
}
