import { filledMaps, type Dialect } from "@traffic-policy/policy-language";
import type { EditorDocument } from "./editor-document.ts";
import type { SetValue, SetVariable } from "./set-variable.ts";
import { numberType, textType } from "./text-type.ts";
import {
  itemsOf,
  memberOf,
  textOf,
  type Path,
  type TreeNode,
} from "@traffic-policy/policy-language/tree";

/** The variables that the actions of a section set, in the order in which they do. */
export function setVariables(
  { root, dialect, text }: Pick<EditorDocument, "root" | "dialect" | "text">,
  section: string,
): SetVariable[] {
  const maps = filledMaps(dialect);
  if (maps.length === 0) return [];
  return itemsOf(memberOf(root, section)).flatMap((rule, ruleIndex) =>
    itemsOf(memberOf(rule, "actions")).flatMap((action, index) => {
      const type = textOf(memberOf(action, "type"));
      const map = maps.find(({ setBy }) => setBy === type)?.name;
      const field = dialect.actions.get(type ?? "")?.setsVariables;
      if (map === undefined || field === undefined) return [];
      return itemsOf(memberOf(memberOf(action, "config"), field)).flatMap((entry, at) =>
        entry.kind !== "object"
          ? []
          : entry.members.map(({ key, value }): SetVariable => ({
              map,
              name: key.value,
              key,
              value: value && setValue(value, text, dialect),
              section,
              position: `rule ${ruleIndex + 1}`,
              path: [section, ruleIndex, "actions", index, "config", field, at, key.value],
              rule: textOf(memberOf(rule, "name")),
            })),
      );
    }),
  );
}

function setValue(node: TreeNode, document: string, dialect: Dialect): SetValue {
  switch (node.kind) {
    case "text":
      return { text: node.value, type: textType(node.value, dialect) };
    case "list":
      return { type: "list(dyn)" };
    case "object":
      return { type: "map(string, dyn)" };
    case "other": {
      const text = document.slice(node.start, node.end);
      // An alias of YAML is not read.
      if (text === "" || text.startsWith("*")) return {};
      if (typeof node.value === "boolean") return { text, type: "bool" };
      return { text, type: node.value === null ? "null" : numberType(text) };
    }
  }
}

/** Whether a variable is set before an expression is evaluated, in the order of the section. */
export function isSetBefore({ path: set }: SetVariable, path: Path): boolean {
  const [, rule, part, action, , , entry] = path;
  const [, ruleOfSet, , actionOfSet, , , entryOfSet] = set;
  if (rule !== ruleOfSet) return Number(ruleOfSet) < Number(rule);
  // A rule matches before its actions run.
  if (part !== "actions") return false;
  if (action !== actionOfSet) return Number(actionOfSet) < Number(action);
  return Number(entryOfSet) < Number(entry);
}
