export interface OperationTemplate {
  /** The action in words: `update TCP edge`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path relative to the base URL, with placeholders for identifiers: `/edges/tcp/{id}`. */
  readonly path: string;
}

/** An operation on a specific resource: the path is complete. */
export interface Operation extends OperationTemplate {
  /** The path and query on the service's host, for a path that is not relative to the base URL. */
  readonly hostPath?: string;
}

export interface RequestOptions {
  /** Ends the operation with a `Cancelled` error, whatever it is waiting for. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Prevents the operation from sending another request, be it the first or a retry. A request in progress is
   * finished and decides the outcome; without one, the operation ends with a `Cancelled` error.
   */
  readonly stop?: AbortSignal | undefined;
}

/** Options of an operation that changes something. */
export interface ChangeOptions extends RequestOptions {
  /**
   * Repeats the request only when it cannot have had an effect, as a create is always treated. For
   * whoever looks at what became of it instead.
   */
  readonly onlyOnce?: boolean | undefined;
}

export interface WriteOptions extends ChangeOptions {
  /** Sends any text as the value of a policy, even when it is not a policy document. */
  readonly anyValue?: boolean | undefined;
}
