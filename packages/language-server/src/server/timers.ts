/** The timers of the environment, so that the server depends on neither Node nor a browser. */
export interface Timers {
  /**
   * Calls a function after a delay in milliseconds.
   *
   * @returns a function that cancels the call
   */
  after(milliseconds: number, call: () => void): () => void;
}
