import { visit, type ParseErrorCode } from "jsonc-parser";
import type { Span } from "../../text/positions.ts";
import { exactNumber } from "../json-equal.ts";
import { maxNesting } from "../strict-value.ts";
import type { ListNode, ObjectNode, TextNode, TreeMember, TreeNode } from "./tree.ts";

/** The content of a JSON text, even if the text is broken. */
export interface JsonText {
  readonly root: TreeNode | undefined;
  /** The first error, with the token at fault. Later errors are not listed. */
  readonly error?: (Span & { readonly code: ParseErrorCode | "too-deep" }) | undefined;
}

/**
 * Parses the tree of a JSON text, up to the nesting limit.
 *
 * @param stopsAtError - true to ignore the text after the first error
 */
export function readJson(text: string, stopsAtError = false): JsonText {
  const open: (Open<ObjectNode> | Open<ListNode>)[] = [];
  let root: TreeNode | undefined;
  let error: JsonText["error"];
  const place = (node: TreeNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) root ??= node;
    else if (parent.kind === "list") parent.items.push(node);
    else {
      const member = parent.members.at(-1);
      if (member !== undefined) member.value = node;
    }
  };
  const begin = (node: Open<ObjectNode> | Open<ListNode>): void => {
    if (open.length >= maxNesting) {
      error ??= { code: "too-deep", start: node.start, end: node.start + 1 };
      throw new Stop();
    }
    place(node);
    open.push(node);
  };
  const end = (offset: number, length: number): void => {
    const node = open.pop();
    if (node !== undefined) node.end = offset + length;
  };
  try {
    visit(
      // A space instead of a byte order mark leaves all offsets as they are.
      text.replace(/^\ufeff/, " "),
      {
        // One that is not closed ends nowhere.
        onObjectBegin: (start) => begin({ kind: "object", start, end: start - 1, members: [] }),
        onArrayBegin: (start) => begin({ kind: "list", start, end: start - 1, items: [] }),
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty(name, start, length) {
          const parent = open.at(-1);
          if (parent?.kind !== "object") return;
          parent.members.push({ key: new JsonString(text, start, length, name), value: undefined });
        },
        onLiteralValue(value: string | number | boolean | null, start, length) {
          if (typeof value === "string") place(new JsonString(text, start, length, value));
          else {
            const span = { start, end: start + length };
            const isExact = typeof value !== "number" || error !== undefined;
            const exact = isExact ? value : exactNumber(text.slice(start, span.end));
            place({ ...span, kind: "other", value: exact });
          }
        },
        onError(code, start, length) {
          // Of a comment that is not closed the parser tells one character too many.
          error ??= { code, start, end: Math.min(text.length, start + length) };
          if (stopsAtError) throw new Stop();
        },
      },
      { disallowComments: true },
    );
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
  }
  return { root, error };
}

type Open<Container> = { -readonly [Key in keyof Container]: Mutable<Container[Key]> };

type Mutable<Part> = Part extends readonly TreeMember[]
  ? { key: TextNode; value: TreeNode | undefined }[]
  : Part extends readonly TreeNode[]
    ? TreeNode[]
    : Part;

class Stop extends Error {}

export class JsonString implements TextNode {
  readonly kind = "text";
  readonly style = "double";
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly #text: string;

  constructor(text: string, start: number, length: number, value: string) {
    this.#text = text;
    this.start = start;
    this.end = start + length;
    this.value = value;
  }

  range(part: Span): Span {
    let offset = this.start + 1;
    // Without an escape, each unit stands for itself.
    if (this.end - this.start === this.value.length + 2) {
      return { start: offset + part.start, end: offset + part.end };
    }
    let start = offset;
    for (let unit = 0; unit < part.end; unit++) {
      if (unit === part.start) start = offset;
      offset += unitLength(this.#text, offset);
    }
    return { start: part.start === part.end ? offset : start, end: offset };
  }
}

/** Returns the number of characters in a JSON text that encode a single unit of a string's value. */
export function unitLength(text: string, offset: number): number {
  if (text[offset] !== "\\") return 1;
  return text[offset + 1] === "u" ? 6 : 2;
}
