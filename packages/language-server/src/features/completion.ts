import type { CompletionItem } from "vscode-languageserver-types";
import type { completionItems } from "./completion-items.ts";

/** What can be written at an offset of a document; what knows it is loaded when somebody asks for the first time. */
export async function complete(
  ...about: Parameters<typeof completionItems>
): Promise<CompletionItem[]> {
  const { completionItems: itemsAt } = await import("./completion-items.ts");
  return itemsAt(...about);
}
