import { filledMaps, type Dialect } from "@traffic-policy/policy-language";
import { itemsOf, memberOf, textOf, type Path, type TextNode, type TreeNode } from "./tree.ts";

/** A variable that an action of a policy sets, where it does. */
export interface SetVariable {
  /** The map that has it: `vars`. */
  readonly map: string;
  readonly name: string;
  readonly key: TextNode;
  /** Nothing while it is being written. */
  readonly value: TreeNode | undefined;
  /** Where the value is: `on_http_request`, the rule, `actions`, the action, `config`, `vars`, the entry, the name. */
  readonly path: Path;
  /** The name of its rule. */
  readonly rule: string | undefined;
}

/** The variables that the actions of a section set, in the order in which they do. */
export function setVariables(
  root: TreeNode | undefined,
  section: string,
  dialect: Dialect,
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
              value,
              path: [section, ruleIndex, "actions", index, "config", field, at, key.value],
              rule: textOf(memberOf(rule, "name")),
            })),
      );
    }),
  );
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
