import { namesPhase, type Dialect, type Protocol } from "@traffic-policy/policy-language";
import type { TreeNode } from "@traffic-policy/policy-language/editing";

/** What a document is about; nothing of ours is in `other`. */
export type DocumentKind = "policy" | "cases" | "assertions" | "configuration" | "code" | "other";

/** What is known of a document, beside its text. */
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

/** The extensions of the files that may be documents, without their dots. */
export const fileExtensions: readonly string[] = [...languages.keys()];

/** The language of a document, by its name or, for one without a name, by what its client calls it. */
export function languageOf(uri: string, languageId: string): DocumentLanguage | undefined {
  const named = languages.get(uri.slice(uri.lastIndexOf(".") + 1).toLowerCase());
  if (named !== undefined) return named;
  if (/^jsonc?$/.test(languageId)) return "json";
  if (languageId === "yaml") return "yaml";
  return /^(?:type|java)script$/.test(languageId) ? "code" : undefined;
}

/** What a document is about, by its name and by what is in it. */
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

/** Checks whether a text may be one of phases: it names one, or imports what builds them. */
export function namesPhases(text: string): boolean {
  return namesPhase(text) || importsPhases(text);
}

/** Checks whether code imports what builds policies of phases. */
export function importsPhases(text: string): boolean {
  return /["'](?:@traffic-policy\/policy-builder|traffic-policy)\/phases["']/.test(text);
}
