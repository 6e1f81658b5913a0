import type { JsonSchema } from "@traffic-policy/policy-language";
import type { Hover } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import { descriptionOf, schemasAt } from "../documents/schema-at.ts";
import { actionAt, configFieldAt, expectationOf } from "../documents/config-field.ts";
import type { OtherNode, Path, TextNode } from "@traffic-policy/policy-language/tree";
import { paragraphs, sinceText } from "../expression/describe.ts";
import { numberMeaning, textMeaning } from "../expression/literal-meaning.ts";
import { hoverExpression } from "../expression/hover.ts";
import { actionPage } from "../expression/reference-page.ts";
import type { AddressOf } from "../host.ts";
import { variableAt } from "./names.ts";
import { variableText } from "./variables.ts";

/** What a hover needs beside the document. */
export interface HoverSources {
  /** The schema of the kind of document; nothing where there is none. */
  readonly schema: JsonSchema | undefined;
  /** The address of a page of the documentation. */
  readonly addressOf: AddressOf;
}

/** What there is to say about the name, key or value at an offset. */
export async function hover(
  document: EditorDocument,
  offset: number,
  { schema, addressOf }: HoverSources,
): Promise<Hover | undefined> {
  const variable = variableAt(document, offset);
  if (variable !== undefined) {
    const range = document.positions.rangeOf(variable.place);
    return { contents: { kind: "markdown", value: variableText(document, variable) }, range };
  }
  const expression = document.expressionAt(offset);
  if (expression !== undefined) {
    const found = await hoverExpression(expression.site, offsetIn(expression, offset));
    if (found === undefined) return undefined;
    const range = document.positions.rangeOf(rangeIn(expression, found.span));
    const value = paragraphs(found.markdown, linkTo(found.page, addressOf));
    return { contents: { kind: "markdown", value }, range };
  }
  const { root } = document;
  const place = document.placeAt(offset);
  if (root === undefined || place === undefined || schema === undefined) return undefined;
  const { node, path } = place;
  if (node.kind === "object" || node.kind === "list") return undefined;
  const value = place.isKey ? undefined : node;
  const about = paragraphs(
    value && (await meaningOf(document, value, path)),
    descriptionOf(schemasOfValue(schema, document, value, path)),
  );
  if (about === "") return undefined;
  const since = path.at(-1) === "type" ? sinceText(document.dialect, String(value?.value)) : "";
  const action = actionAt(root, path, document)?.action;
  const link = linkTo(action && actionPage(document.dialect, action.type), addressOf);
  return {
    contents: { kind: "markdown", value: paragraphs(about, since, link) },
    range: document.positions.rangeOf(node),
  };
}

function linkTo(page: string | undefined, addressOf: AddressOf): string | undefined {
  const address = page === undefined ? undefined : addressOf(page);
  return address && `[Reference](${address})`;
}

/** What a value of a config means that is no expression. */
async function meaningOf(
  { root, kind, dialect }: EditorDocument,
  { value }: Pick<TextNode | OtherNode, "value">,
  path: Path,
): Promise<string | undefined> {
  const field = configFieldAt(root, path, { kind, dialect });
  if (field === undefined) return undefined;
  const expectation = expectationOf(field);
  if (typeof value === "number") return numberMeaning(String(value), expectation);
  // What an interpolation becomes is not known.
  if (typeof value !== "string" || value.includes("${")) return undefined;
  return textMeaning(value, expectation);
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
