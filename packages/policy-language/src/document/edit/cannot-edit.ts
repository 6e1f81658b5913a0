import type { SkipReason } from "./skip-reason.ts";

/** An edit cannot be made in the text, or not exactly. */
export class CannotEdit extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}
