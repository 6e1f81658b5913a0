import type { Span } from "@traffic-policy/policy-language";
import {
  SymbolKind,
  type DocumentSymbol,
  type FoldingRange,
  type SelectionRange,
} from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import {
  itemsOf,
  memberOf,
  textOf,
  type TreeMember,
  type TreeNode,
} from "@traffic-policy/policy-language/tree";
import { spansAround } from "../expression/selection.ts";

/** The outline of a document: rules with their actions, cases, assertions, targets. */
export function symbols(document: EditorDocument): DocumentSymbol[] {
  const { root, kind } = document;
  if (root?.kind !== "object") return [];
  const outline = new Outline(document);
  switch (kind) {
    case "policy":
      return root.members
        .filter(({ key }) => document.dialect.sections.has(key.value))
        .map((member) => outline.section(member));
    case "cases":
    case "assertions":
      return itemsOf(memberOf(root, kind)).map((item, index) =>
        outline.symbol(textOf(memberOf(item, "name")) ?? `${kind} ${index + 1}`, SymbolKind.Event, {
          whole: item,
          name: memberOf(item, "name"),
        }),
      );
    case "configuration":
      return members(memberOf(root, "targets")).map(({ key, value }) =>
        outline.symbol(key.value, SymbolKind.Object, {
          whole: { start: key.start, end: value?.end ?? key.end },
          name: key,
          detail: textOf(memberOf(value, "policy")),
        }),
      );
    default:
      return [];
  }
}

function members(node: TreeNode | undefined): readonly TreeMember[] {
  return node?.kind === "object" ? node.members : [];
}

class Outline {
  readonly #document: EditorDocument;

  constructor(document: EditorDocument) {
    this.#document = document;
  }

  section({ key, value }: TreeMember): DocumentSymbol {
    const children = itemsOf(value).map((rule, index) => this.#rule(rule, index));
    const whole = { start: key.start, end: value?.end ?? key.end };
    return this.symbol(key.value, SymbolKind.Namespace, { whole, name: key, children });
  }

  #rule(rule: TreeNode, index: number): DocumentSymbol {
    const name = memberOf(rule, "name");
    const conditions = itemsOf(memberOf(rule, "expressions")).flatMap((one) => textOf(one) ?? []);
    const children = itemsOf(memberOf(rule, "actions")).map((action) => {
      const type = memberOf(action, "type");
      return this.symbol(textOf(type) ?? "action", SymbolKind.Method, {
        whole: action,
        name: type,
      });
    });
    return this.symbol(textOf(name) ?? `rule ${index + 1}`, SymbolKind.Function, {
      whole: rule,
      name,
      children,
      detail: conditions.join(" && "),
    });
  }

  symbol(
    label: string,
    kind: SymbolKind,
    {
      whole,
      name,
      detail,
      children,
    }: {
      readonly whole: Span;
      readonly name?: Span | undefined;
      readonly detail?: string | undefined;
      readonly children?: DocumentSymbol[];
    },
  ): DocumentSymbol {
    const { positions } = this.#document;
    return {
      // Editors refuse an empty one, and show one line.
      name: label.trim().replaceAll(/\s*\n\s*/g, " ") || "(no name)",
      kind,
      range: positions.rangeOf(whole),
      selectionRange: positions.rangeOf(name ?? { start: whole.start, end: whole.start }),
      ...(detail !== undefined && detail !== "" && { detail }),
      ...(children !== undefined && children.length > 0 && { children }),
    };
  }
}

/** Objects, lists and texts that have several lines. */
export function foldingRanges({ root, positions, text }: EditorDocument): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const lineOf = (offset: number): number => positions.document.positionAt(offset).line;
  const add = ({ start, end }: Span): boolean => {
    const [startLine, endLine] = [lineOf(start), lineOf(end)];
    if (endLine <= startLine) return false;
    // A bracket that closes it in a line of its own stays visible.
    const isBracket = /[\r\n][ \t]*[\]}]$/.test(text.slice(Math.max(start, end - 1000), end));
    const lastLine = isBracket ? endLine - 1 : endLine;
    if (lastLine > startLine) ranges.push({ startLine, endLine: lastLine });
    return true;
  };
  const below = (node: TreeNode, from: number): void => {
    // What fits in a line has nothing in it that does not.
    if (!add({ start: from, end: node.end })) return;
    for (const item of itemsOf(node)) below(item, item.start);
    for (const { key, value } of members(node)) if (value !== undefined) below(value, key.start);
  };
  if (root !== undefined) below(root, root.start);
  // The first range at a line is the one that folds.
  const seen = new Set<number>();
  return ranges.filter(({ startLine }) => !seen.has(startLine) && seen.add(startLine));
}

const mostSelections = 200;

/** What is selected step by step around an offset: parts of an expression, texts, members, objects. */
export function selectionRange(document: EditorDocument, offset: number): SelectionRange {
  const spans: Span[] = [];
  const expression = document.expressionAt(offset);
  if (expression !== undefined) {
    const inner = spansAround(expression.site, offsetIn(expression, offset));
    spans.push(...inner.map((span) => rangeIn(expression, span)), expression.node);
  }
  const place = document.placeAt(offset);
  if (place !== undefined) {
    const parents = [...place.around, place.node].toReversed();
    for (const node of parents) {
      if (node.kind === "object") {
        const member = node.members.find(
          ({ key, value }) => key.start <= offset && offset <= (value?.end ?? key.end),
        );
        if (member !== undefined) {
          spans.push({ start: member.key.start, end: member.value?.end ?? member.key.end });
        }
      }
      spans.push(node);
    }
  }
  // Nobody selects step by step for longer, and what is in each other too deeply cannot be sent.
  spans.splice(mostSelections);
  let selection: SelectionRange = {
    range: document.positions.rangeOf({ start: 0, end: document.text.length }),
  };
  let outer: Span = { start: 0, end: document.text.length };
  for (const span of spans.toReversed()) {
    const isInside = span.start >= outer.start && span.end <= outer.end;
    if (!isInside || (span.start === outer.start && span.end === outer.end)) continue;
    selection = { range: document.positions.rangeOf(span), parent: selection };
    outer = span;
  }
  return selection;
}
