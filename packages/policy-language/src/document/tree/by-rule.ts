import type { Span } from "../../text/positions.ts";
import type { ListNode, TextNode, TreeMember, TreeNode } from "./tree.ts";

/** A list of the document's root object, with its items, none of which is parsed. */
export interface Section {
  readonly key: Span;
  readonly list: Span;
  readonly items: readonly Span[];
}

/**
 * Builds the tree of a long document in which each rule is parsed separately, on first access.
 *
 * @param quotes - the number of quotes on each side of a key: 1 in JSON, 0 in YAML
 * @param read - parses the rule in a part of the text
 */
export function treeByRule(
  text: string,
  sections: readonly Section[],
  quotes: 0 | 1,
  read: (rule: Span) => TreeNode,
): TreeNode {
  const members = sections.map(({ key, list, items: rules }): TreeMember => {
    const items = rules.map((rule) => new LaterNode(text, rule, () => read(rule)));
    const value: ListNode = {
      kind: "list",
      start: list.start,
      // A list in block style ends with its last item, which says itself where that is.
      get end() {
        return quotes === 0 ? (items.at(-1)?.end ?? list.end) : list.end;
      },
      items,
    };
    return { key: sectionKey(text, key, quotes), value };
  });
  return {
    kind: "object",
    start: sections[0]?.key.start ?? 0,
    get end() {
      return quotes === 0 ? (members.at(-1)?.value?.end ?? text.length) : text.length;
    },
    members,
  };
}

function sectionKey(text: string, { start, end }: Span, quotes: number): TextNode {
  const from = start + quotes;
  return {
    kind: "text",
    start,
    end,
    value: text.slice(from, end - quotes),
    style: quotes === 0 ? "plain" : "double",
    range: (part) => ({ start: from + part.start, end: from + part.end }),
  };
}

/**
 * True when two nodes are rules of long documents that are known to be equal without parsing. Also true when only one
 * of them is such a rule: the other's text is not known, and parsing all rules would take long.
 */
export function isSameRule(one: TreeNode, other: TreeNode): boolean {
  const [text, otherText] = [one, other].map(LaterNode.textOf);
  if (text === undefined || otherText === undefined) return text !== otherText;
  return text.trimEnd() === otherText.trimEnd();
}

/** A rule of a long document, which is parsed on first access. */
class LaterNode implements Span {
  readonly #document: string;
  readonly #span: Span;
  readonly #parse: () => TreeNode;
  #node: TreeNode | undefined;

  static textOf(this: void, node: Span): string | undefined {
    if (!(node instanceof LaterNode)) return undefined;
    return node.#document.slice(node.#span.start, node.#span.end);
  }

  /** @param span - all text that it is parsed from */
  constructor(document: string, span: Span, parse: () => TreeNode) {
    this.#document = document;
    this.#span = span;
    this.#parse = parse;
  }

  get #parsed(): TreeNode {
    this.#node ??= this.#parse();
    return this.#node;
  }

  get start(): number {
    return this.#parsed.start;
  }

  get end(): number {
    return this.#parsed.end;
  }

  // The union of all kinds of nodes, of which it is one.
  get kind(): never {
    return this.#parsed.kind as never;
  }

  get isBroken(): boolean {
    return this.#parsed.isBroken === true;
  }

  get members(): never {
    return (this.#parsed as { members?: unknown }).members as never;
  }

  get items(): never {
    return (this.#parsed as { items?: unknown }).items as never;
  }

  get value(): never {
    return (this.#parsed as { value?: unknown }).value as never;
  }

  get target(): TreeNode | undefined {
    return this.#parsed.target;
  }

  get style(): never {
    return (this.#parsed as { style?: unknown }).style as never;
  }

  range(part: Span): Span {
    const node = this.#parsed;
    return node.kind === "text" ? node.range(part) : node;
  }
}

export function moved(node: TreeNode, by: number): TreeNode {
  const span = {
    start: node.start + by,
    end: node.end + by,
    ...(node.isBroken !== undefined && { isBroken: node.isBroken }),
  };
  switch (node.kind) {
    case "object":
      return {
        ...span,
        kind: "object",
        members: node.members.map(({ key, value }) => ({
          key: movedText(key, by),
          value: value && moved(value, by),
        })),
      };
    case "list":
      return { ...span, kind: "list", items: node.items.map((item) => moved(item, by)) };
    case "text":
      return { ...movedText(node, by), ...span };
    case "other":
      return { ...span, kind: "other", value: node.value };
  }
}

function movedText(node: TextNode, by: number): TextNode {
  const { start, end, value, style } = node;
  return {
    kind: "text",
    start: start + by,
    end: end + by,
    value,
    style,
    range(part) {
      const range = node.range(part);
      return { start: range.start + by, end: range.end + by };
    },
  };
}
