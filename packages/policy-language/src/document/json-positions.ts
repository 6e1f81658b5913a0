import type { JsonValue } from "../json-value.ts";
import { fromPointer } from "../json-pointer.ts";
import type { Span } from "../span.ts";

/** A value of a JSON text with its place: offsets of its first character and of the end. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: JsonValue;
  readonly members?: ReadonlyMap<string, { readonly key: Span; readonly node: JsonNode }>;
  readonly items?: readonly JsonNode[];
}

/** Where the values of one JSON text stand in it. */
export class JsonPositions {
  readonly #text: string;
  readonly #root: JsonNode | undefined;

  constructor(text: string, root: JsonNode | undefined) {
    this.#text = text;
    this.#root = root;
  }

  /** The range of the value at a JSON Pointer; of its nearest parent when there is no such value. */
  value(pointer: string): Span | undefined {
    const found = this.#find(pointer);
    return found === undefined ? undefined : { start: found.node.start, end: found.node.end };
  }

  /** The range of the key of the member at a JSON Pointer, or of the value when it has no key. */
  key(pointer: string): Span | undefined {
    return this.#find(pointer)?.key ?? this.value(pointer);
  }

  /**
   * The range of a part of the string at a JSON Pointer. `span` counts in the string's value; the
   * result in the text, where an escape like `\u0026` is longer than the character it stands for.
   */
  within(pointer: string, span: Span): Span | undefined {
    const node = this.#find(pointer)?.node;
    if (node === undefined || typeof node.value !== "string") return this.value(pointer);
    return {
      start: offsetInToken(this.#text, node, span.start),
      end: offsetInToken(this.#text, node, span.end),
    };
  }

  #find(pointer: string): { node: JsonNode; key?: Span } | undefined {
    if (this.#root === undefined) return undefined;
    let found: { node: JsonNode; key?: Span } = { node: this.#root };
    for (const key of fromPointer(pointer)) {
      const item = found.node.items?.[Number(key)];
      const next = found.node.members?.get(key) ?? (item && { node: item });
      if (next === undefined) break;
      found = next;
    }
    return found;
  }
}

function offsetInToken(text: string, { start, end }: Span, index: number): number {
  let offset = start + 1;
  for (let unit = 0; unit < index && offset < end - 1; unit++) {
    if (text[offset] !== "\\") offset += 1;
    else offset += text[offset + 1] === "u" ? 6 : 2;
  }
  return offset;
}
