import { getOrAdd, shortened } from "@traffic-policy/policy-language";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { PlacedExpression } from "../documents/expressions.ts";
import { isSetBefore, setVariables } from "../documents/set-variables.ts";
import type { SetVariable } from "../documents/set-variable.ts";
import type { KnownVariable, VariablesIn } from "../expression/complete.ts";
import { celBlock, codeSpan, paragraphs } from "../expression/describe.ts";
import type { Named } from "./names.ts";

/** The variables that are set before they are read in an expression, or in a text of code, for its completion. */
export function variablesBefore(
  document: EditorDocument,
  { site, node, path = [] }: Pick<PlacedExpression, "node"> & Partial<PlacedExpression>,
): VariablesIn {
  return (map) => {
    const isCode = document.language === "code";
    const section = isCode ? document.codeVariables.sectionAt(node.start) : site?.section;
    // Rules that are built elsewhere in code may be used in any order.
    const isBefore = (one: SetVariable): boolean => {
      if (!isCode) return isSetBefore(one, path);
      return section === undefined || one.section === undefined || one.key.end < node.start;
    };
    const before = variablesSetIn(document, section).filter(
      (one) => one.map === map && isBefore(one),
    );
    const byName = new Map<string, SetVariable[]>();
    for (const one of before) getOrAdd(byName, one.name, () => []).push(one);
    return [...byName].map(([name, all]) => {
      const documentation = paragraphs(...all.map(setText));
      return { name, type: typeOf(all), values: valuesOf(all), documentation };
    });
  };
}

/** The variables that a section sets; of code, those that it may set. */
function variablesSetIn(
  document: EditorDocument,
  section: string | undefined,
): readonly SetVariable[] {
  if (document.language !== "code") {
    return section === undefined ? [] : setVariables(document, section);
  }
  return document.codeVariables.set.filter(
    (one) => section === undefined || (one.section ?? section) === section,
  );
}

/** What is said of a variable where it is read. */
export function variableText(document: EditorDocument, { map, name, section }: Named): string {
  const all = variablesSetIn(document, section).filter(
    (one) => one.map === map && one.name === name,
  );
  const texts = all.map(setText);
  if (texts.length === 0) {
    texts.push(
      document.language === "code"
        ? "No action in this module sets it by this name."
        : `No action in \`${section}\` sets it.`,
    );
  }
  const type = typeOf(all);
  const shown = type === undefined ? `${map}.${name}` : `${map}.${name}: ${type}`;
  return paragraphs(celBlock(shown), ...texts);
}

/** The type that a variable has whichever action has set it; nothing when that is not known. */
function typeOf(all: readonly SetVariable[]): string | undefined {
  const types = new Set(all.map(({ value }) => value?.type));
  const [type] = types;
  return types.size === 1 ? type : undefined;
}

/** The values that a variable is set to, as far as they are written there. */
function valuesOf(all: readonly SetVariable[]): KnownVariable["values"] {
  const values = new Map<string, KnownVariable["values"][number]>();
  for (const { value: { text, type } = {} } of all) {
    const isText = type === "string";
    const isPlain = /^(?:bool|int|double)$/.test(type ?? "") || (isText && !text?.includes("${"));
    if (text !== undefined && isPlain) values.set(`${type} ${text}`, { value: text, isText });
  }
  return [...values.values()];
}

/** Where a variable is set, and to what. */
function setText({ rule, position, section, value }: SetVariable): string {
  const where = rule === undefined ? position : `the rule ${codeSpan(rule)}`;
  const isIn = section === undefined ? "" : ` of \`${section}\``;
  const to = value?.text === undefined ? "" : `, to ${codeSpan(shortened(value.text))}`;
  return `Set in ${where}${isIn}${to}.`;
}
