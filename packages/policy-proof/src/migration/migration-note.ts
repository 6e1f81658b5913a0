/** The migration result for a part of a policy, or the reason why it cannot be migrated. */
export interface MigrationNote {
  /**
   * - `changed`: the part is written in another way.
   * - `moved`: it stands in another section, where it runs at another time.
   * - `left`: it is as it was, and somebody has to look at it.
   * - `refused`: there is nothing like it in the other dialect, so that the policy is not migrated.
   */
  readonly kind: "changed" | "moved" | "left" | "refused";
  /** JSON Pointer into the document before. */
  readonly path: string;
  /** One sentence: what is so, with the name it is about. */
  readonly message: string;
  /** Advice on what to do. */
  readonly help?: string;
}
