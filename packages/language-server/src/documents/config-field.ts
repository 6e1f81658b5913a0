import type { ActionDefinition } from "@traffic-policy/policy-language";
import type { Expectation } from "../expression/expectation.ts";
import type { DocumentContext } from "./kind.ts";
import { nodeAt, textOf, type Path, type TreeNode } from "@traffic-policy/policy-language/editing";

/** A place in the config of an action of a policy. */
export interface ConfigField {
  readonly section: string;
  /** Nothing for an action that the catalogue does not have. */
  readonly action: ActionDefinition | undefined;
  /** The field of the config that it is in. */
  readonly field: string;
  /** The names of the fields down to it, as the catalogue writes them: `replacements.from`. */
  readonly name: string;
}

/** The action of a rule of a policy that a path leads into. */
export function actionAt(
  root: TreeNode | undefined,
  path: Path,
  document: Pick<DocumentContext, "kind" | "dialect">,
): Pick<ConfigField, "section" | "action"> | undefined {
  const [section, rule, part, index] = path;
  const isAction = typeof rule === "number" && part === "actions" && typeof index === "number";
  if (document.kind !== "policy" || typeof section !== "string" || !isAction) return undefined;
  if (!document.dialect.sections.has(section)) return undefined;
  const type = textOf(nodeAt(root, [section, rule, part, index, "type"]));
  return { section, action: document.dialect.actions.get(type ?? "") };
}

/** The config field that a path of a policy leads into. */
export function configFieldAt(
  ...[root, path, document]: Parameters<typeof actionAt>
): ConfigField | undefined {
  const [, , , , config, field, ...keys] = path;
  if (config !== "config" || typeof field !== "string") return undefined;
  const action = actionAt(root, path, document);
  const name = [field, ...keys].filter((key) => typeof key === "string").join(".");
  return action && { ...action, field, name };
}

/** What the catalogue says of a value of a config field that is no expression. */
export function expectationOf({ action, field, name }: ConfigField): Expectation {
  if (action === undefined) return {};
  const { formats = {}, regularExpressions, answer } = action;
  const format = formats[name];
  if (regularExpressions.includes(name)) return { format: "regular-expression" };
  if (format === "cidr") return { format };
  if (typeof format === "object") return { format: "duration" };
  return { isStatus: answer?.status === field ? true : undefined };
}
