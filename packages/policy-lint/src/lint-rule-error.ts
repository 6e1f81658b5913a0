/** A rule of the user's own throws. */
export class LintRuleError extends Error {
  override readonly name = "LintRuleError";
  /** The rule's name. */
  readonly rule: string;

  constructor(rule: string, cause: unknown) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`The lint rule "${rule}" throws ${reason}`, { cause });
    this.rule = rule;
  }
}
