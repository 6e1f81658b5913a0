import type { SignatureHelp } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn } from "../documents/expressions.ts";
import { signatureAt } from "../expression/signature.ts";

/** The signatures of the call that is written at an offset. */
export function signatureHelp(document: EditorDocument, offset: number): SignatureHelp | undefined {
  const expression = document.writtenExpressionAt(offset);
  return expression && signatureAt(expression.site, offsetIn(expression, offset));
}
