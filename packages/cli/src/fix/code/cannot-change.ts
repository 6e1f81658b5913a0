/** A fix cannot be made in a text of code, or not surely. */
export class CannotChange extends Error {
  /** Why, as the end of a sentence. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** What a fix changes comes from a variable, a function, a spread: it is not in the call itself. */
export function notWritten(): CannotChange {
  return new CannotChange("what it changes is not written in this call");
}

/** There are several places in the call that it could mean. */
export function notUnique(): CannotChange {
  return new CannotChange("what it changes stands in this call more than once");
}

/** Code is not changed in this way. */
export function notSupported(): CannotChange {
  return new CannotChange("code is not changed in this way");
}

/** What would be taken away has a comment in it or beside it. */
export function losesComment(): CannotChange {
  return new CannotChange("a comment could be lost");
}
