import { isSameRule } from "./by-rule.ts";
import { lastAt, wholeOf, type TreeMember, type TreeNode } from "./tree.ts";

/** A mark that is inserted into a document to find out what a text would be there. */
export interface Addition {
  readonly at: number;
  readonly mark: string;
  readonly word: string;
}

/**
 * True when two trees differ only by an addition, which is part of a text or a key without a value: nothing else was
 * removed, added or moved.
 */
export function onlyAdds(
  before: TreeNode | undefined,
  after: TreeNode,
  addition: Addition,
): boolean {
  const { at, mark, word } = addition;
  if (after.kind === "other") return false;
  if (after.isBroken === true && before?.isBroken !== true) return false;
  if (after.kind === "text") return after.value.replace(mark, "").trim() === writtenIn(before);
  if (!isEmpty(before) && before?.kind !== after.kind) return false;
  if (after.kind === "list") {
    const old = before?.kind === "list" ? before.items : [];
    const index = lastAt(after.items, at, (item) => item);
    const item = after.items[index];
    const isNew = old.length < after.items.length;
    if (item === undefined || !areSame(old, after.items, { index, isNew }, isSame)) return false;
    return onlyAdds(isNew ? undefined : old[index], item, addition);
  }
  const old = before?.kind === "object" ? before.members : [];
  const index = lastAt(after.members, at, wholeOf);
  const member = after.members[index];
  const isNew = old.length < after.members.length;
  if (member === undefined || !areSame(old, after.members, { index, isNew }, isSameMember)) {
    return false;
  }
  const there = isNew ? undefined : old[index];
  if (member.key.value === mark) {
    if (!isEmpty(member.value) || !isEmpty(there?.value)) return false;
    return there === undefined || there.key.value === "" || there.key.value === word;
  }
  if (there === undefined || member.value === undefined) return false;
  return there.key.value === member.key.value && onlyAdds(there.value, member.value, addition);
}

/** True when the parts of two nodes are equal except for an additional part of the second. */
function areSame<Part>(
  before: readonly Part[],
  after: readonly Part[],
  { index, isNew }: { readonly index: number; readonly isNew: boolean },
  areTheSame: (one: Part, other: Part) => boolean,
): boolean {
  if (before.length + (isNew ? 1 : 0) !== after.length) return false;
  return after.every((part, at) => {
    const old = before[isNew && at > index ? at - 1 : at];
    return at === index || (old !== undefined && areTheSame(old, part));
  });
}

function isSameMember(one: TreeMember, other: TreeMember): boolean {
  return one.key.value === other.key.value && isSame(one.value, other.value);
}

function isSame(one: TreeNode | undefined, other: TreeNode | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (isSameRule(one, other)) return true;
  if (one.kind === "object") {
    return other.kind === "object" && areAll(one.members, other.members, isSameMember);
  }
  if (one.kind === "list") return other.kind === "list" && areAll(one.items, other.items, isSame);
  return one.kind === other.kind && one.value === other.value;
}

function areAll<Part>(
  some: readonly Part[],
  others: readonly Part[],
  areTheSame: (one: Part, other: Part) => boolean,
): boolean {
  return areSame(some, others, { index: -1, isNew: false }, areTheSame);
}

function isEmpty(node: TreeNode | undefined): boolean {
  return writtenIn(node) === "";
}

function writtenIn(node: TreeNode | undefined): string | undefined {
  if (node === undefined) return "";
  if (node.kind === "text") return node.value.trim();
  return node.kind === "other" ? String(node.value ?? "") : undefined;
}
