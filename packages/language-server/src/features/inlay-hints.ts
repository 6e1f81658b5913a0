import type { Span } from "@traffic-policy/policy-language";
import type { InlayHint } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import { inlayHints } from "../expression/inlay-hints.ts";

/** What the expressions in a part of a document do not say themselves. */
export function documentHints(document: EditorDocument, { start, end }: Span): InlayHint[] {
  return document.expressions.flatMap((expression) => {
    const { node } = expression;
    if (node.end < start || node.start > end) return [];
    return inlayHints(expression.site).map(({ offset, label, kind }) => {
      const place = rangeIn(expression, { start: offset, end: offset });
      return {
        position: document.positions.positionAt(place.start),
        label,
        ...(kind !== undefined && { kind }),
      };
    });
  });
}
