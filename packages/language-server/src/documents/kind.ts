import { type Dialect, type Protocol } from "@traffic-policy/policy-language";
import { namesPhase } from "@traffic-policy/policy-language/internal";
import type { TreeNode } from "@traffic-policy/policy-language/editing";

/** The subject of a document; `other` is anything that the toolkit does not read. */
export type DocumentKind = "policy" | "cases" | "assertions" | "configuration" | "code" | "other";

export interface DocumentContext {
  readonly kind: DocumentKind;
  readonly dialect: Dialect;
  readonly protocols: readonly Protocol[];
}

/** How a document is written. */
export type DocumentLanguage = "json" | "yaml" | "code";

const languages: ReadonlyMap<string, DocumentLanguage> = new Map([
  ["json", "json"],
  ["jsonc", "json"],
  ["yaml", "yaml"],
  ["yml", "yaml"],
  ["ts", "code"],
  ["mts", "code"],
  ["js", "code"],
  ["mjs", "code"],
]);

export const fileExtensions: readonly string[] = [...languages.keys()];

export function languageOf(uri: string, languageId: string): DocumentLanguage | undefined {
  const named = languages.get(uri.slice(uri.lastIndexOf(".") + 1).toLowerCase());
  if (named !== undefined) return named;
  if (/^jsonc?$/.test(languageId)) return "json";
  if (languageId === "yaml") return "yaml";
  return /^(?:type|java)script$/.test(languageId) ? "code" : undefined;
}

export function kindOf(
  uri: string,
  language: DocumentLanguage,
  root: TreeNode | undefined,
  dialect: Dialect,
): DocumentKind {
  if (language === "code") return "code";
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  if (/^traffic-policy\.config\.\w+$/.test(name)) return "configuration";
  const named = /\.(policy|cases|assertions)\.\w+$/.exec(name)?.[1];
  if (named !== undefined) return named as DocumentKind;
  const isPolicy =
    root?.kind === "object" &&
    root.members.some(
      ({ key, value }) => dialect.sections.has(key.value) && value?.kind === "list",
    );
  return isPolicy ? "policy" : "other";
}

export function namesPhases(text: string): boolean {
  return namesPhase(text) || importsPhases(text);
}

export function importsPhases(text: string): boolean {
  return /["'](?:@traffic-policy\/policy-builder|traffic-policy)\/phases["']/.test(text);
}
