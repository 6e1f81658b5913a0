import { type Span } from "@traffic-policy/policy-language";
import { getOrAdd, shortened, filledMaps } from "@traffic-policy/policy-language/internal";
import type { EditorDocument } from "./editor-document.ts";
import type { PlacedExpression } from "./expressions.ts";
import type { SetVariable, SetValue } from "./set-variable.ts";
import type { KnownVariable, VariablesIn } from "../expression/complete.ts";
import { celBlock, codeSpan, paragraphs } from "../expression/describe.ts";
import { numberType, textType } from "./text-type.ts";
import {
  itemsOf,
  memberOf,
  textOf,
  type Path,
  type TreeNode,
} from "@traffic-policy/policy-language/editing";

export function variablesBefore(
  document: EditorDocument,
  { site, node, path = [] }: Pick<PlacedExpression, "node"> & Partial<PlacedExpression>,
): VariablesIn {
  return (map) => {
    const section =
      document.language === "code" ? document.codeVariables.sectionAt(node.start) : site?.section;
    const byName = new Map<string, SetVariable[]>();
    for (const one of variablesSetIn(document, section)) {
      if (one.map !== map || !mayBeBefore(one, node, path, section)) continue;
      getOrAdd(byName, one.name, () => []).push(one);
    }
    return [...byName].map(([name, all]) => {
      const documentation = paragraphs(...all.map(setText));
      return { name, type: typeOf(all), values: valuesOf(all), documentation };
    });
  };
}

/** True when a variable is set before a text is read. In code, where no path is known, true when it may be. */
function mayBeBefore(
  one: SetVariable,
  node: Span,
  path: Path,
  section: string | undefined,
): boolean {
  if (one.path.length > 0) return isSetBefore(one, path);
  // Rules that are built elsewhere may be used in any order.
  return section === undefined || one.section === undefined || one.key.end < node.start;
}

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

export function setVariableText(
  document: EditorDocument,
  {
    map,
    name,
    section,
  }: { readonly map?: string; readonly name: string; readonly section?: string | undefined },
): string {
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

function typeOf(all: readonly SetVariable[]): string | undefined {
  const types = new Set(all.map(({ value }) => value?.type));
  const [type] = types;
  return types.size === 1 ? type : undefined;
}

function valuesOf(all: readonly SetVariable[]): KnownVariable["values"] {
  const values = new Map<string, KnownVariable["values"][number]>();
  for (const { value: { text, type } = {} } of all) {
    const isText = type === "string";
    const isPlain = /^(?:bool|int|double)$/.test(type ?? "") || (isText && !text?.includes("${"));
    if (text !== undefined && isPlain) values.set(`${type} ${text}`, { value: text, isText });
  }
  return [...values.values()];
}

function setText({ rule, position, section, value }: SetVariable): string {
  const where = rule === undefined ? position : `the rule ${codeSpan(rule)}`;
  const isIn = section === undefined ? "" : ` of \`${section}\``;
  const to = value?.text === undefined ? "" : `, to ${codeSpan(shortened(value.text))}`;
  return `Set in ${where}${isIn}${to}.`;
}

export function setVariables(
  document: Pick<EditorDocument, "root" | "dialect" | "text">,
  section: string,
): SetVariable[] {
  const maps = filledMaps(document.dialect);
  if (maps.length === 0) return [];
  return itemsOf(memberOf(document.root, section)).flatMap((rule, ruleIndex) =>
    itemsOf(memberOf(rule, "actions")).flatMap((action, index) => {
      const type = textOf(memberOf(action, "type"));
      const map = maps.find(({ setBy }) => setBy === type)?.name;
      const field = document.dialect.actions.get(type ?? "")?.setsVariables;
      if (map === undefined || field === undefined) return [];
      return itemsOf(memberOf(memberOf(action, "config"), field)).flatMap((entry, at) =>
        entry.kind !== "object"
          ? []
          : entry.members.map(({ key, value }): SetVariable => ({
              map,
              name: key.value,
              key,
              value: value && setValue(value, document),
              section,
              position: `rule ${ruleIndex + 1}`,
              path: [section, ruleIndex, "actions", index, "config", field, at, key.value],
              rule: textOf(memberOf(rule, "name")),
            })),
      );
    }),
  );
}

function setValue(node: TreeNode, document: Pick<EditorDocument, "dialect" | "text">): SetValue {
  switch (node.kind) {
    case "text":
      return { text: node.value, type: textType(node.value, document.dialect) };
    case "list":
      return { type: "list(dyn)" };
    case "object":
      return { type: "map(string, dyn)" };
    case "other": {
      const text = document.text.slice(node.start, node.end);
      // An alias of YAML is not read.
      if (text === "" || text.startsWith("*")) return {};
      if (typeof node.value === "boolean") return { text, type: "bool" };
      return { text, type: node.value === null ? "null" : numberType(text) };
    }
  }
}

function isSetBefore({ path: set }: SetVariable, path: Path): boolean {
  const [, rule, part, action, , , entry] = path;
  const [, ruleOfSet, , actionOfSet, , , entryOfSet] = set;
  if (rule !== ruleOfSet) return Number(ruleOfSet) < Number(rule);
  // A rule matches before its actions run.
  if (part !== "actions") return false;
  if (action !== actionOfSet) return Number(actionOfSet) < Number(action);
  return Number(entryOfSet) < Number(entry);
}
