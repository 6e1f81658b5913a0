/**
 * Why a fix was not applied.
 *
 * - `unreadable`: the text has errors, so that nothing in it is sure.
 * - `no-such-place`: there is nothing of the kind where the fix wants to change something.
 * - `key-taken`: the object has another member with the new key.
 * - `contradictory`: the edits of the fix contradict each other.
 * - `not-json`: a value of the fix is nothing that JSON can hold.
 * - `no-change`: the document is already as the fix wants it.
 * - `overlap`: an earlier fix changes the same; it may be possible once that one is applied.
 * - `shared`: what would change is an alias, or has an anchor that aliases stand for.
 * - `unusual-syntax`: it is written in a way that cannot be changed exactly: with a tag, or as a
 *   key with a question mark.
 * - `comment`: a comment would be lost that may not belong to what is changed.
 * - `unverified`: the text that was made did not hold the document that was meant.
 */
export type SkipReason =
  | "unreadable"
  | "no-such-place"
  | "key-taken"
  | "contradictory"
  | "not-json"
  | "no-change"
  | "overlap"
  | "shared"
  | "unusual-syntax"
  | "comment"
  | "unverified";
