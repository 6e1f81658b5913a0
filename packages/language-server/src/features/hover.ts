import type { JsonSchema } from "@traffic-policy/policy-language";
import type { Hover } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import { descriptionOf, schemasAt } from "../documents/schema-at.ts";
import { hoverExpression } from "../expression/hover.ts";
import { variableAt } from "./names.ts";
import { variableText } from "./variables.ts";

/** What there is to say about the name, key or value at an offset. */
export function hover(
  document: EditorDocument,
  offset: number,
  schema: JsonSchema | undefined,
): Hover | undefined {
  const variable = variableAt(document, offset);
  if (variable?.place.isDefinition === false) {
    const range = document.positions.rangeOf(variable.place);
    return { contents: { kind: "markdown", value: variableText(document, variable) }, range };
  }
  const expression = document.expressionAt(offset);
  if (expression !== undefined) {
    const found = hoverExpression(expression.site, offsetIn(expression, offset));
    if (found === undefined) return undefined;
    const range = document.positions.rangeOf(rangeIn(expression, found.span));
    return { contents: { kind: "markdown", value: found.markdown }, range };
  }
  const { root } = document;
  const place = document.placeAt(offset);
  if (root === undefined || place === undefined || schema === undefined) return undefined;
  const { node, path } = place;
  if (node.kind === "object" || node.kind === "list") return undefined;
  const about = descriptionOf(
    schemasOfValue(schema, document, place.isKey ? undefined : node, path),
  );
  if (about === undefined) return undefined;
  return {
    contents: { kind: "markdown", value: about },
    range: document.positions.rangeOf(node),
  };
}

/** The schemas of a place: of a value that is one of several constants, the one of that first. */
function schemasOfValue(
  schema: JsonSchema,
  { root }: EditorDocument,
  node: { readonly value: unknown } | undefined,
  path: Parameters<typeof schemasAt>[2],
): readonly JsonSchema[] {
  const schemas = schemasAt(schema, root, path);
  const own = schemas.filter((one) => one.const !== undefined && one.const === node?.value);
  return [...own, ...schemas];
}
