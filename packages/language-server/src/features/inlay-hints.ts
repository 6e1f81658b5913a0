import type { Span } from "@traffic-policy/policy-language";
import type { InlayHint } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import { configFieldAt, expectationOf } from "../documents/config-field.ts";
import { allTexts } from "@traffic-policy/policy-language/tree";
import { hintOf, inlayHints } from "../expression/inlay-hints.ts";

/** What the expressions and the configs in a part of a document do not say themselves. */
export function documentHints(document: EditorDocument, part: Span): InlayHint[] {
  const isIn = ({ start, end }: Span): boolean => end >= part.start && start <= part.end;
  const inExpressions = document.expressions.flatMap((expression) =>
    isIn(expression.node)
      ? inlayHints(expression.site).map(({ offset, label, kind }): InlayHint => {
          const place = rangeIn(expression, { start: offset, end: offset });
          const position = document.positions.positionAt(place.start);
          return { position, label, ...(kind !== undefined && { kind }) };
        })
      : [],
  );
  return [...inExpressions, ...configHints(document, isIn)];
}

function configHints(
  { root, kind, dialect, positions }: EditorDocument,
  isIn: (node: Span) => boolean,
): InlayHint[] {
  if (root === undefined || kind !== "policy") return [];
  return [...allTexts(root)].flatMap(({ node, path }): InlayHint[] => {
    const field = isIn(node) ? configFieldAt(root, path, { kind, dialect }) : undefined;
    const label = field && hintOf(node.value, expectationOf(field).format);
    return label === undefined ? [] : [{ position: positions.positionAt(node.end), label }];
  });
}
