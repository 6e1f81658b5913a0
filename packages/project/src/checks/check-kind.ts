/** A kind of files that say what a policy must do, each beside its policy. */
export interface CheckKind {
  /** What their names have before the last dot, and the key of their list: `web.cases.yaml`. */
  readonly key: "cases" | "assertions";
  /** One entry of the list. */
  readonly one: string;
  /** A file of the kind. */
  readonly file: string;
  /** What types them in code. */
  readonly define: string;
  /** What each entry needs. */
  readonly parts: string;
}

/** What an empty file needs. */
export function formOf({ key, parts }: CheckKind, language: "yaml" | "json"): string {
  const list = language === "json" ? `{"${key}": […]}` : `\`${key}:\` with a list`;
  return `Write ${list}, each with ${parts}.`;
}

/** Requests with expected outcomes. */
export const cases: CheckKind = {
  key: "cases",
  one: "case",
  file: "case file",
  define: "defineCases",
  parts: '"name", "request" and "expect"',
};

/** What holds for all requests. */
export const assertions: CheckKind = {
  key: "assertions",
  one: "assertion",
  file: "assertion file",
  define: "defineAssertions",
  parts: '"name", "when", and "always" or "never"',
};
