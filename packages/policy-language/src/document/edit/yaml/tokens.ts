import type { CST } from "yaml";
import type { Span } from "../../../text/positions.ts";
import { sourceOf } from "../../yaml/decode-scalar.ts";
import { CannotEdit } from "../edit-tree.ts";

export type Item = CST.BlockMap["items"][number] | CST.FlowCollection["items"][number];

export type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

export function isCollection(token: CST.Token | undefined | null): token is Collection {
  return isBlockCollection(token) || token?.type === "flow-collection";
}

export function isBlockCollection(
  token: CST.Token | undefined | null,
): token is CST.BlockMap | CST.BlockSequence {
  return token?.type === "block-map" || token?.type === "block-seq";
}

export function isFlowScalar(token: CST.Token | undefined | null): token is CST.FlowScalar {
  return (
    token?.type === "scalar" ||
    token?.type === "single-quoted-scalar" ||
    token?.type === "double-quoted-scalar"
  );
}

/** Returns the members or items of a collection, without those that the parser makes only to hold comments. */
export function itemsOf(collection: Collection): Item[] {
  const isList = collection.type === "block-seq";
  return (collection.items as Item[]).filter((item) =>
    isList
      ? item.start.some(({ type }) => type === "seq-item-ind")
      : Boolean(item.key) || Boolean(item.sep) || Boolean(item.value),
  );
}

/** Returns the range of a value, without comments, and without empty lines that are not part of it. */
export function spanOf(token: CST.Token): Span {
  switch (token.type) {
    case "block-map":
    case "block-seq": {
      const items = itemsOf(token);
      const [first, last] = [items[0], items.at(-1)];
      return {
        start: first === undefined ? token.offset : itemSpan(first).start,
        end: last === undefined ? token.offset : itemSpan(last).end,
      };
    }
    case "flow-collection":
      return { start: token.offset, end: closingBracket(token) + 1 };
    case "block-scalar":
      return { start: token.offset, end: blockScalarEnd(token) };
    default:
      return { start: token.offset, end: token.offset + sourceOf(token).length };
  }
}

export function closingBracket({ end, offset }: CST.FlowCollection): number {
  return end.find(({ source }) => source === "]" || source === "}")?.offset ?? offset;
}

/** @throws CannotEdit when there is none, because the text is written in an unusual way */
export function itemAt(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new CannotEdit("unusual-syntax");
  return item;
}

export function partsOf({ start, key, sep, value }: Item): readonly CST.Token[] {
  return [...start, ...(key ? [key] : []), ...(sep ?? []), ...(value ? [value] : [])];
}

export function itemSpan(item: Item): Span {
  const before = partsOf(item).filter(({ type }) => !between.has(type));
  const [first, last] = [before[0], before.at(-1)];
  return {
    start: first === undefined ? 0 : spanOf(first).start,
    end: last === undefined ? 0 : spanOf(last).end,
  };
}

const between: ReadonlySet<string> = new Set(["space", "newline", "comment", "comma"]);

/** Empty lines at the end are part of a block scalar only if it keeps them. */
function blockScalarEnd({ props, source }: CST.BlockScalar): number {
  const [header, last] = [props[0], props.at(-1)];
  const start = (last?.offset ?? 0) + sourceOf(last).length;
  const kept = sourceOf(header).includes("+") ? source.replace(/\r?\n$/, "") : source.trimEnd();
  return kept === "" ? (header?.offset ?? 0) + sourceOf(header).length : start + kept.length;
}

export function* leaves(token: CST.Token): Generator<CST.Token> {
  if (isCollection(token)) {
    if (token.type === "flow-collection") yield token.start;
    for (const { start, key, sep, value } of token.items as Item[]) {
      yield* start;
      if (key) yield* leaves(key);
      if (sep) yield* sep;
      if (value) yield* leaves(value);
    }
    if (token.type === "flow-collection") yield* token.end;
    return;
  }
  if (token.type === "block-scalar") yield* token.props;
  yield token;
  if ("end" in token && token.end) yield* token.end;
}

export interface Slot {
  /** Undefined when nothing is written, which means null. */
  readonly token: CST.Token | undefined;
  readonly before: readonly CST.SourceToken[];
  /** The parent of the value; undefined for the whole document. */
  readonly parent: Parent | undefined;
  readonly isInFlow: boolean;
}

interface Parent {
  readonly collection: Collection;
  readonly item: Item;
}

export function slotOf(collection: Collection, item: Item, outer: Slot): Slot {
  const isMember = Boolean(item.key) || Boolean(item.sep);
  return {
    token: item.value ?? undefined,
    before: (isMember ? item.sep : item.start) ?? [],
    parent: { collection, item },
    isInFlow: outer.isInFlow || collection.type === "flow-collection",
  };
}

export function indicatorEnd({ before }: Slot): number | undefined {
  const indicator = before.find(({ type }) => type === "map-value-ind" || type === "seq-item-ind");
  return indicator === undefined ? undefined : indicator.offset + indicator.source.length;
}

export function hasProperties({ before }: Slot): boolean {
  return before.some(({ type }) => type === "tag" || type === "anchor");
}

/** True when a comment is inside a value, and not only after it. */
export function hasCommentInside(token: CST.Token): boolean {
  const { end } = spanOf(token);
  return [...leaves(token)].some(({ type, offset }) => type === "comment" && offset < end);
}

export class SharedValues {
  readonly #names = new Set<string>();

  constructor(root: CST.Token) {
    for (const token of leaves(root)) {
      if (token.type === "alias") this.#names.add(token.source.slice(1));
    }
  }

  /** @throws CannotEdit when a change below the place would also change other places */
  refuseUnder({ token, before }: Slot): void {
    this.refuseInside(before);
    if (token?.type === "alias") throw new CannotEdit("shared");
  }

  /** @throws CannotEdit when an alias refers to one of the tokens, or to a part of it */
  refuseInside(tokens: readonly CST.Token[]): void {
    if (this.#names.size === 0) return;
    for (const token of tokens) {
      for (const leaf of leaves(token)) {
        const isShared = leaf.type === "anchor" && this.#names.has(sourceOf(leaf).slice(1));
        if (isShared) throw new CannotEdit("shared");
      }
    }
  }
}
