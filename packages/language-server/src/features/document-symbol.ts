import type { Span } from "@traffic-policy/policy-language";
import { SymbolKind, type DocumentSymbol } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import {
  itemsOf,
  memberOf,
  textOf,
  type TreeMember,
  type TreeNode,
} from "@traffic-policy/policy-language/editing";

export function documentSymbol(document: EditorDocument): DocumentSymbol[] {
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
