import { getOrAdd, shortened } from "@traffic-policy/policy-language";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { PlacedExpression } from "../documents/expressions.ts";
import { isSetBefore, setVariables, type SetVariable } from "../documents/set-variables.ts";
import type { VariablesIn } from "../expression/complete.ts";
import { celBlock, codeSpan, paragraphs } from "../expression/describe.ts";
import type { Named } from "./names.ts";

/** The variables that actions before an expression set, for its completion. */
export function variablesBefore(
  document: EditorDocument,
  { site, node, path }: PlacedExpression,
): VariablesIn {
  return (map) => {
    const isCode = document.language === "code";
    const section = isCode ? document.codeVariables.sectionAt(node.start) : site.section;
    const before = variablesSetIn(document, section).filter(
      (one) => one.map === map && (isCode ? one.key.end < node.start : isSetBefore(one, path)),
    );
    const byName = new Map<string, SetVariable[]>();
    for (const one of before) getOrAdd(byName, one.name, () => []).push(one);
    return [...byName].map(([name, all]) => {
      const types = new Set(all.map(({ value }) => value?.type));
      const [type] = types;
      return {
        name,
        type: types.size === 1 ? type : undefined,
        documentation: paragraphs(...all.map(setText)),
      };
    });
  };
}

/** The variables that a section sets; of code, those that it may set. */
function variablesSetIn(
  { language, root, dialect, codeVariables }: EditorDocument,
  section: string | undefined,
): readonly SetVariable[] {
  if (language !== "code") return section === undefined ? [] : setVariables(root, section, dialect);
  return codeVariables.set.filter(
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
  return paragraphs(celBlock(`${map}.${name}`), ...texts);
}

/** Where a variable is set, and to what. */
function setText({ rule, position, section, value }: SetVariable): string {
  const where = rule === undefined ? position : `the rule ${codeSpan(rule)}`;
  const isIn = section === undefined ? "" : ` of \`${section}\``;
  const to = value?.text === undefined ? "" : `, to ${codeSpan(shortened(value.text))}`;
  return `Set in ${where}${isIn}${to}.`;
}
