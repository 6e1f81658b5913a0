import { getOrAdd, shortened } from "@traffic-policy/policy-language";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, type PlacedExpression } from "../documents/expressions.ts";
import { isSetBefore, setVariables, type SetVariable } from "../documents/set-variables.ts";
import type { TreeNode } from "../documents/tree.ts";
import type { VariablesIn } from "../expression/complete.ts";
import { celBlock, codeSpan, paragraphs } from "../expression/describe.ts";
import type { ExpressionHover } from "../expression/hover.ts";
import { variableReads } from "../expression/variable-reads.ts";

/** The variables that actions before an expression set, for its completion. */
export function variablesBefore(
  { root }: EditorDocument,
  { site: { dialect, section }, path }: PlacedExpression,
): VariablesIn {
  return (map) => {
    if (section === undefined) return [];
    const before = setVariables(root, section, dialect).filter(
      (one) => one.map === map && isSetBefore(one, path),
    );
    const byName = new Map<string, SetVariable[]>();
    for (const one of before) getOrAdd(byName, one.name, () => []).push(one);
    return [...byName].map(([name, all]) => {
      const types = new Set(all.map(({ value }) => typeOf(value)));
      const [type] = types;
      return {
        name,
        type: types.size === 1 ? type : undefined,
        documentation: paragraphs(...all.map(setText)),
      };
    });
  };
}

/** What is said of the variable that an expression reads at an offset of the document. */
export function variableHover(
  { root }: EditorDocument,
  expression: PlacedExpression,
  offset: number,
): ExpressionHover | undefined {
  const { site } = expression;
  const at = offsetIn(expression, offset);
  const read = variableReads(site).find(({ span: { start, end } }) => start <= at && at <= end);
  if (read === undefined || site.section === undefined) return undefined;
  const { map, name, span } = read;
  const all = setVariables(root, site.section, site.dialect).filter(
    (one) => one.map === map && one.name === name,
  );
  const texts = all.map(setText);
  if (texts.length === 0) texts.push(`No action in \`${site.section}\` sets it.`);
  return { markdown: paragraphs(celBlock(`${map}.${name}`), ...texts), span };
}

/** Where a variable is set, and to what. */
function setText({ rule, path: [section, index], value }: SetVariable): string {
  const where = rule === undefined ? `rule ${Number(index) + 1}` : `the rule ${codeSpan(rule)}`;
  const isShort = value?.kind === "text" || value?.kind === "other";
  const to = isShort ? `, to ${codeSpan(shortened(String(value.value)))}` : "";
  return `Set in ${where} of \`${section}\`${to}.`;
}

/** The type of a value as CEL calls it; nothing for a text that is interpolated. */
function typeOf(value: TreeNode | undefined): string | undefined {
  switch (value?.kind) {
    case "text":
      return value.value.includes("${") ? undefined : "string";
    case "list":
      return "list(dyn)";
    case "object":
      return "map(string, dyn)";
    case "other":
      return typeof value.value === "boolean" ? "bool" : undefined;
    default:
      return undefined;
  }
}
