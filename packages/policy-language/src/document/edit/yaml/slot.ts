import type { CST } from "yaml";
import {
  isCollection,
  isFlowScalar,
  itemsOf,
  leaves,
  spanOf,
  type Collection,
  type Item,
} from "./tokens.ts";
import { styleOf } from "./yaml-style.ts";
import type { TextStyles } from "./yaml-printer.ts";

/** The place of a value in a YAML text. */
export interface Slot {
  /** The value; undefined when nothing is written, which is null. */
  readonly token: CST.Token | undefined;
  /** Indicators, tags, anchors, comments and white space before the value. */
  readonly before: readonly CST.SourceToken[];
  /** What the value belongs to; undefined for the whole document. */
  readonly parent: Parent | undefined;
  /** Whether it stands between brackets, where commas and brackets mean something. */
  readonly isInFlow: boolean;
}

interface Parent {
  readonly collection: Collection;
  readonly item: Item;
}

/** The place of the value of a member or an item. */
export function slotOf(collection: Collection, item: Item, outer: Slot): Slot {
  const isMember = Boolean(item.key) || Boolean(item.sep);
  return {
    token: item.value ?? undefined,
    before: (isMember ? item.sep : item.start) ?? [],
    parent: { collection, item },
    isInFlow: outer.isInFlow || collection.type === "flow-collection",
  };
}

/** Where the indicator before the value ends: the colon of a member, the dash of an item. */
export function indicatorEnd({ before }: Slot): number | undefined {
  const indicator = before.find(({ type }) => type === "map-value-ind" || type === "seq-item-ind");
  return indicator === undefined ? undefined : indicator.offset + indicator.source.length;
}

/** Whether the value has a tag or an anchor. */
export function hasProperties({ before }: Slot): boolean {
  return before.some(({ type }) => type === "tag" || type === "anchor");
}

/** Whether a comment stands in a value, and not only behind it. */
export function hasCommentInside(token: CST.Token): boolean {
  const { end } = spanOf(token);
  return [...leaves(token)].some(({ type, offset }) => type === "comment" && offset < end);
}

/** The styles that a value is written in, as far as it shows them. */
export function stylesOf(token: CST.Token | undefined): TextStyles {
  if (!isCollection(token)) return { keys: "plain", texts: styleOf(token) };
  const items = itemsOf(token);
  const scalar = items.map(({ value }) => value).findLast((value) => isFlowScalar(value));
  return { keys: styleOf(items.at(-1)?.key), texts: styleOf(scalar) };
}
