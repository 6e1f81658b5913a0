/** One operation of the service, as its description lists them. */
export interface OperationTemplate {
  /** What it does, in words: `update TCP edge`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path relative to the base URL, with the name of each identifier in its place: `/edges/tcp/{id}`. */
  readonly path: string;
}

/** One operation on one resource: the path is complete. */
export interface Operation extends OperationTemplate {
  /** The path and query on the service's host, when it is not a path relative to the base URL. */
  readonly hostPath?: string;
}

/** What may be said of any single operation. */
export interface RequestOptions {
  /** Ends the operation with a `Cancelled` error, whatever it is waiting for. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Lets the operation send nothing more, neither a first time nor again. A request in progress is
   * finished, and its outcome is the operation's; without one, it is a `Cancelled` error.
   */
  readonly stop?: AbortSignal | undefined;
}

/** What may be said of an operation that changes something. */
export interface ChangeOptions extends RequestOptions {
  /**
   * Repeats the request only when it cannot have had an effect, as a create is always treated. For
   * whoever looks at what became of it instead.
   */
  readonly onlyOnce?: boolean | undefined;
}

/** What may be said of an operation that can write a policy. */
export interface WriteOptions extends ChangeOptions {
  /** Sends every text as the value of a policy, also one that is not a policy document. */
  readonly anyValue?: boolean | undefined;
}
