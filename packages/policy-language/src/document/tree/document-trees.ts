import type { Span } from "../../text/positions.ts";
import { Remembered } from "../../text/remembered.ts";
import { moved, treeByRule, type Section } from "./by-rule.ts";
import { jsonSections } from "./json-sections.ts";
import { readJson } from "./json-tree.ts";
import { nothing, type ListNode, type TextNode, type TreeNode } from "./tree.ts";

/** Parses the trees of YAML texts. */
export interface YamlTrees {
  /** The tree of a text, however broken it is; nothing where there is none. */
  readonly tree: (text: string) => TreeNode | undefined;
  /** The lists of a mapping in block style, with their items; nothing for another text. */
  readonly sections: (text: string) => readonly Section[] | undefined;
}

/** The length, in characters, below which parsing a whole text is fast enough. */
const shortText = 4000;

/**
 * Trees of the versions of one document. Of a long one, each rule is parsed by itself, when somebody looks at it,
 * and what is written as in the version before is not parsed again.
 */
export class DocumentTrees<Yaml extends YamlTrees = YamlTrees> {
  /** The YAML reader for the document; undefined for JSON. */
  readonly yaml: Yaml | undefined;
  /** By the text of the rule, with places relative to it; null where nothing could be made out. */
  readonly #items = new Remembered<TreeNode | null>();
  /** The text that was last looked through: several are asked about the same version. */
  #last: { readonly text: string; readonly sections: readonly Section[] | undefined } | undefined;

  constructor(yaml?: Yaml) {
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

  /** The keys of a long document, all of whose values are lists; nothing for one that is parsed as a whole. */
  keysOf(text: string): string[] | undefined {
    return this.#sectionsOf(text)?.map((section) => this.#keyOf(text, section));
  }

  /** The rules of a long document, each as the text that it is; nothing for one that is parsed as a whole. */
  rulesOf(text: string): LongRule[] | undefined {
    return this.#sectionsOf(text)?.flatMap((one) => {
      const section = this.#keyOf(text, one);
      return one.items.map(({ start, end }): LongRule => ({
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

  /** The length of the quote on each side of a key. */
  get #quotes(): 0 | 1 {
    return this.yaml === undefined ? 1 : 0;
  }

  #keyOf(text: string, { key: { start, end } }: Section): string {
    return text.slice(start + this.#quotes, end - this.#quotes);
  }

  #assembled(text: string, sections: readonly Section[]): TreeNode {
    return treeByRule(text, sections, this.#quotes, (item) => this.#item(text, item));
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
    return item && Object.assign(item, { isBroken: tree?.isBroken === true });
  }
}

export interface LongRule {
  readonly section: string;
  /** The start in the document. The rule's own text has a line break before that. */
  readonly start: number;
  readonly text: string;
}

/** Copies a part into a string of its own, so that it does not keep the whole text in memory. */
function ownText(text: string, { start, end }: Span): string {
  return `\n${text.slice(start, end)}`;
}

/** The tree of a text, parsed as a whole: JSON, if there is nothing to read YAML. */
export function wholeTree(text: string, yaml: YamlTrees | undefined): TreeNode | undefined {
  return yaml === undefined ? readJson(text).root : yaml.tree(text);
}
