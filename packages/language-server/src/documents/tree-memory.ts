import { Remembered, type Span } from "@traffic-policy/policy-language";
import type { Section } from "@traffic-policy/policy-language/yaml";
import { jsonSections } from "./json-sections.ts";
import { jsonTree } from "./json-tree.ts";
import type { YamlReader } from "./yaml-reader.ts";
import type { ListNode, TextNode, TreeMember, TreeNode } from "./tree.ts";

/** Shorter texts are parsed as a whole in no time. */
const shortText = 4000;

/**
 * Trees of the versions of one document. Of a long one, each rule is parsed by itself, when somebody looks at it,
 * and what is written as in the version before is not parsed again.
 */
export class TreeMemory {
  /** What reads the document, if it is YAML. */
  readonly yaml: YamlReader | undefined;
  /** By the text of the rule, with places relative to it; null where nothing could be made out. */
  readonly #items = new Remembered<TreeNode | null>();
  /** What editors colour in a rule, by its text and what else it depends on; places relative to the rule. */
  readonly tokens = new Remembered<readonly number[]>();
  /** The text that was last looked through: several are asked about the same version. */
  #last: { readonly text: string; readonly sections: readonly Section[] | undefined } | undefined;

  constructor(yaml?: YamlReader) {
    this.yaml = yaml;
  }

  /** The tree of a version; nothing where nothing could be made out. */
  treeOf(text: string): TreeNode | undefined {
    const sections = this.#sectionsOf(text);
    if (sections !== undefined) this.#items.next();
    return this.treeBeside(text);
  }

  /** The tree of a text that is much like the version and is no version itself. */
  treeBeside(text: string): TreeNode | undefined {
    const sections = this.#sectionsOf(text);
    return sections === undefined ? wholeTree(text, this.yaml) : this.#assembled(text, sections);
  }

  /** The rules of a long document, each as the text that it is; nothing for one that is parsed as a whole. */
  rulesOf(text: string): LongRule[] | undefined {
    return this.#sectionsOf(text)?.flatMap(({ key, items }) => {
      const quotes = this.yaml === undefined ? 1 : 0;
      const section = text.slice(key.start + quotes, key.end - quotes);
      return items.map(({ start, end }): LongRule => ({
        section,
        start,
        text: ownText(text, { start, end }),
      }));
    });
  }

  /** A rule of a long document as a document in which it is the only one; places are those of its text. */
  onlyRule({ section, text }: LongRule): TreeNode {
    const span = { start: 0, end: text.length };
    const item = this.#items.of(text, () => this.#itemTree(text) ?? null) ?? nothing(span);
    const key: TextNode = {
      ...span,
      kind: "text",
      value: section,
      style: "plain",
      range: () => span,
    };
    const value: ListNode = { ...span, kind: "list", items: [item] };
    return { ...span, kind: "object", members: [{ key, value }] };
  }

  #sectionsOf(text: string): readonly Section[] | undefined {
    if (text.length <= shortText) return undefined;
    if (this.#last?.text !== text) {
      const sections = this.yaml === undefined ? jsonSections(text) : this.yaml.sections(text);
      this.#last = { text, sections };
    }
    return this.#last.sections;
  }

  #assembled(text: string, sections: readonly Section[]): TreeNode {
    const isYaml = this.yaml !== undefined;
    const members = sections.map(({ key, list, items }): TreeMember => {
      const nodes = items.map((item) => new LaterNode(text, item, () => this.#item(text, item)));
      const node: ListNode = {
        kind: "list",
        start: list.start,
        // A list in block style ends with its last item, which says itself where that is.
        get end() {
          return isYaml ? (nodes.at(-1)?.end ?? list.end) : list.end;
        },
        items: nodes,
      };
      return { key: keyNode(text, key, isYaml), value: node };
    });
    const start = sections[0]?.key.start ?? 0;
    return { kind: "object", start, end: text.length, members };
  }

  #item(text: string, item: Span): TreeNode {
    const own = ownText(text, item);
    const known = this.#items.of(own, () => this.#itemTree(own) ?? null);
    return known === null ? nothing(item) : moved(known, item.start - 1);
  }

  #itemTree(text: string): TreeNode | undefined {
    const tree = wholeTree(text, this.yaml);
    if (this.yaml === undefined) return tree;
    const [item] = tree?.kind === "list" ? tree.items : [];
    return item && { ...item, isBroken: tree?.isBroken === true };
  }
}

/** A rule of a long document. */
export interface LongRule {
  readonly section: string;
  /** Where it begins in the document; its own text begins with a line break before that. */
  readonly start: number;
  readonly text: string;
}

/** Put together, so that it is a text of its own, which does not keep the whole one. */
function ownText(text: string, { start, end }: Span): string {
  return `\n${text.slice(start, end)}`;
}

/** The tree of a text, parsed as a whole: JSON, if there is nothing to read YAML. */
export function wholeTree(text: string, yaml: YamlReader | undefined): TreeNode | undefined {
  return yaml === undefined ? jsonTree(text) : yaml.tree(text);
}

function nothing({ start, end }: Span): TreeNode {
  return { kind: "other", start, end, value: null };
}

function keyNode(text: string, key: Span, isYaml: boolean): TextNode {
  const written = text.slice(key.start, key.end);
  const quotes = isYaml ? 0 : 1;
  return {
    ...key,
    kind: "text",
    value: written.slice(quotes, written.length - quotes),
    style: isYaml ? "plain" : "double",
    range: ({ start, end }) => ({
      start: key.start + quotes + start,
      end: key.start + quotes + end,
    }),
  };
}

/**
 * Whether two nodes are rules of long documents and known to be the same without parsing them, or one of them is:
 * the text of the other is not known, and parsing all rules takes long.
 */
export function isSameText(one: TreeNode, other: TreeNode): boolean {
  const [text, otherText] = [one, other].map(LaterNode.textOf);
  if (text === undefined || otherText === undefined) return text !== otherText;
  return text.trimEnd() === otherText.trimEnd();
}

/** A rule that is parsed when somebody looks into it. */
class LaterNode implements Span {
  readonly #document: string;
  readonly #span: Span;
  #parse: (() => TreeNode) | undefined;
  #node: TreeNode | undefined;

  static textOf(this: void, node: Span): string | undefined {
    if (!(node instanceof LaterNode)) return undefined;
    return node.#document.slice(node.#span.start, node.#span.end);
  }

  /** @param span - all that it is parsed from */
  constructor(document: string, span: Span, parse: () => TreeNode) {
    this.#document = document;
    this.#span = span;
    this.#parse = parse;
  }

  get #parsed(): TreeNode {
    this.#node ??= this.#parse?.() ?? nothing(this.#span);
    this.#parse = undefined;
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

  get style(): never {
    return (this.#parsed as { style?: unknown }).style as never;
  }

  range(part: Span): Span {
    const node = this.#parsed;
    return node.kind === "text" ? node.range(part) : node;
  }
}

/** The same tree at another place. */
function moved(node: TreeNode, by: number): TreeNode {
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
