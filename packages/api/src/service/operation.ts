/** One operation of the service, as its description lists them. */
export interface Operation {
  /** What it does, in words: `update TCP edge`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path, relative to the base URL. */
  readonly path: string;
}

/** What may be said of any single request. */
export interface RequestOptions {
  /** Ends the request with a `Cancelled` error. */
  readonly signal?: AbortSignal | undefined;
}
