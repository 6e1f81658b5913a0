import { parseExpression, printExpression, type Span } from "@traffic-policy/policy-language";
import type { Range, TextEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import { inStyle, wholeInStyle } from "../documents/written-text.ts";
import { Tokens } from "@traffic-policy/policy-language/editing";
import type { Host } from "../host.ts";
import { changeTo } from "../documents/text-edit.ts";

import { parseJson, type ParsedDocument } from "@traffic-policy/policy-language";

export async function formatting(document: EditorDocument, host: Host): Promise<TextEdit[]> {
  // A formatter of all JSON and YAML is not what its users have installed this for.
  if (document.kind === "other") return [];
  const text = await host.format(document.uri);
  const edit = text === undefined ? undefined : changeTo(document.positions, text);
  return edit === undefined ? [] : [edit];
}

/**
 * Returns the edits that print the expressions of a range in the standard style. Expressions with comments stay
 * unchanged.
 */
export function formattedExpressions(
  document: EditorDocument,
  { start, end }: Span,
): { range: Range; newText: string }[] {
  if (document.language === "code") return [];
  return document.expressions.flatMap((expression) => {
    const { node, site } = expression;
    if (node.end < start || node.start > end || hasComments(site.text)) return [];
    const parsed = parseExpression(site.text);
    if (!parsed.ok) return [];
    const printed = printExpression(parsed.tree);
    if (printed === site.text.trim()) return [];
    const span = rangeIn(expression, { start: 0, end: site.text.length });
    // A folded text stays in the lines that its author gave it.
    if (node.style === "block" || /[\r\n]/.test(document.text.slice(span.start, span.end)))
      return [];
    const range = document.positions.rangeOf(span);
    const { yaml } = document;
    if (site.text === node.value) {
      return [{ range, newText: wholeInStyle(printed, node.style, yaml) }];
    }
    const { value } = node;
    const whole =
      value.slice(0, expression.start) + printed + value.slice(expression.start + site.text.length);
    // Without quotes, it has to mean itself there.
    if (node.style === "plain" && yaml?.plainOrQuoted(whole) !== whole) return [];
    return [{ range, newText: inStyle(printed, node.style) }];
  });
}

function hasComments(expression: string): boolean {
  return expression.includes("//") && new Tokens(expression).comments.length > 0;
}

/** The text of a JSON or YAML file as prettier formats it; nothing when it cannot, for a syntax error say. */
export async function formatted(file: string, text: string): Promise<string | undefined> {
  try {
    if (/\.jsonc?$/.test(file)) return await jsonFormatted(text);
    return /\.ya?ml$/.test(file) ? await yamlFormatted(text) : undefined;
  } catch {
    // An extension of an editor may come without it.
    return undefined;
  }
}

const printWidth = 100;

/** True when a text is too deeply nested: the formatter runs out of memory on some of those. */
function isTooDeep({ errors }: ParsedDocument): boolean {
  return errors.some(({ code }) => code === "too-deep");
}

async function jsonFormatted(text: string): Promise<string | undefined> {
  if (isTooDeep(parseJson(text))) return undefined;
  const [prettier, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(text, { parser: "json", plugins, printWidth });
}

async function yamlFormatted(text: string): Promise<string | undefined> {
  const { parseYaml } = await import("@traffic-policy/policy-language/yaml");
  if (isTooDeep(parseYaml(text))) return undefined;
  const [prettier, { meaningOfYaml }, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("../documents/yaml.ts"),
    import("prettier/plugins/yaml"),
  ]);
  const after = await prettier.format(text, { parser: "yaml", plugins, printWidth });
  // It takes blank lines before a comment for those of the text, for one, where that keeps its own.
  return meaningOfYaml(after) === meaningOfYaml(text) ? after : undefined;
}
