/** Why the answer to a question is not in the rows of a log. */
export type Cause =
  /** The log does not tell what it takes. */
  | { readonly kind: "missing"; readonly name: string }
  /** Only the service knows what an action would have done. */
  | { readonly kind: "action"; readonly what: string }
  /** There is no SQL for it that says exactly the same; the engine can tell. */
  | { readonly kind: "untranslated"; readonly what: string };

/** Thrown where something cannot be said in SQL. */
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
