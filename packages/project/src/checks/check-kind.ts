/** A kind of files that say what a policy must do, each beside its policy. */
export interface CheckKind {
  /** The part of the file name before the extension, and the key of the list in the file: `web.cases.yaml`. */
  readonly key: "cases" | "assertions";
  /** One entry of the list. */
  readonly one: string;
  /** A file of the kind. */
  readonly file: string;
  /** The function that types the files in code. */
  readonly define: string;
  /** The required parts of an entry. */
  readonly parts: string;
  /** A sentence: which options of the command need no file of the kind. */
  readonly without: string;
}

/** Describes the required form of an empty file. */
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
  without: "--suggest needs none, and suggests some.",
};

/** Assertions, which hold for all requests. */
export const assertions: CheckKind = {
  key: "assertions",
  one: "assertion",
  file: "assertion file",
  define: "defineAssertions",
  parts: '"name", "when", and "always" or "never"',
  without: "--reach, --fails and --ask need none.",
};
