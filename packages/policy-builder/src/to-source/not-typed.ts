/** What the builder has no typed call for: the expression stays text. */
export class NotTyped extends Error {
  override readonly name = "NotTyped";
}
