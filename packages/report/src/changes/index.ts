/** Changes of policies: for people, and as lines of a difference. */
export { wordings, type Wording } from "./change-words.ts";
export { changesDiff, unifiedDiff } from "./changes-diff.ts";
export { renderChanges, type ChangesStyle } from "./changes-text.ts";
