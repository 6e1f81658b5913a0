/** A word, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}
