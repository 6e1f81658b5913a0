/** The reasons that the rows of a log do not contain an answer. */
export type Cause =
  /** The log does not provide a needed value. */
  | { readonly kind: "missing"; readonly name: string }
  /** Only the service knows the effect of an action. */
  | { readonly kind: "action"; readonly what: string }
  /** No SQL has exactly the same meaning; the engine can decide. */
  | { readonly kind: "untranslated"; readonly what: string };

export class NotInSql extends Error {
  override readonly name = "NotInSql";
  readonly reason: Cause;

  constructor(reason: Cause) {
    super(reason.kind === "missing" ? reason.name : reason.what);
    this.reason = reason;
  }
}

export function untranslated(what: string): NotInSql {
  return new NotInSql({ kind: "untranslated", what });
}
