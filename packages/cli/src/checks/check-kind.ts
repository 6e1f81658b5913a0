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
  /** What an empty file needs. */
  readonly form: string;
}

/** Requests with expected outcomes. */
export const cases: CheckKind = {
  key: "cases",
  one: "case",
  file: "case file",
  define: "defineCases",
  form: 'Write {"cases": […]}, each with "name", "request" and "expect".',
};

/** What holds for all requests. */
export const assertions: CheckKind = {
  key: "assertions",
  one: "assertion",
  file: "assertion file",
  define: "defineAssertions",
  form: 'Write {"assertions": […]}, each with "name", "when", and "always" or "never".',
};
