import type { Span } from "../../span.ts";
import type { EditNode } from "./edit-node.ts";

/** Whether two parts of a string are too near to each other to be replaced both. */
export type TooNear = (one: Span, other: Span) => boolean;

/** Of one fix: the same character cannot be replaced twice. */
export const overlaps: TooNear = (one, other) => one.start < other.end && other.start < one.end;

/** Of different fixes: neither knows what the other one puts beside it. */
export const touches: TooNear = (one, other) => one.start <= other.end && other.start <= one.end;

/** Whether the edits of two nodes for the same place contradict each other, there or below. */
export function collide(one: EditNode, other: EditNode, isTooNear: TooNear): boolean {
  if (one.isRemoved || other.isRemoved) return hasEdits(one) && hasEdits(other);
  if (one.key !== undefined && other.key !== undefined) return true;
  if (one.value !== undefined || other.value !== undefined) {
    return changesValue(one) && changesValue(other);
  }
  const [few, many] = one.children.size < other.children.size ? [one, other] : [other, one];
  return (
    one.splices.some((a) => other.splices.some((b) => isTooNear(a.span, b.span))) ||
    [...few.newKeys].some((key) => many.newKeys.has(key)) ||
    [...few.children].some(([name, child]) => {
      const twin = many.children.get(name);
      return twin !== undefined && collide(child, twin, isTooNear);
    })
  );
}

function hasEdits(node: EditNode): boolean {
  return node.isRemoved || node.key !== undefined || changesValue(node);
}

function changesValue({ value, splices, children }: EditNode): boolean {
  return value !== undefined || splices.length > 0 || children.size > 0;
}
