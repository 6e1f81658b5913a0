/** The clock of the place that the server runs in: neither Node nor a browser has to be known. */
export interface Timers {
  /**
   * Calls a function after some milliseconds.
   *
   * @returns what keeps it from being called
   */
  after(milliseconds: number, call: () => void): () => void;
}
