import type { ActionDefinition } from "@traffic-policy/policy-language";
import type { Expectation } from "../expression/expectation.ts";
import type { DocumentContext } from "./kind.ts";
import { nodeAt, textOf, type Path, type TreeNode } from "@traffic-policy/policy-language/editing";

export interface ConfigField {
  readonly section: string;
  /** Undefined when the catalogue does not have the action. */
  readonly action: ActionDefinition | undefined;
  readonly field: string;
  /** The path of field names, as the catalogue writes it: `replacements.from`. */
  readonly name: string;
}

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

export function configFieldAt(
  ...[root, path, document]: Parameters<typeof actionAt>
): ConfigField | undefined {
  const [, , , , config, field, ...keys] = path;
  if (config !== "config" || typeof field !== "string") return undefined;
  const action = actionAt(root, path, document);
  const name = [field, ...keys].filter((key) => typeof key === "string").join(".");
  return action && { ...action, field, name };
}

export function expectationOf({ action, field, name }: ConfigField): Expectation {
  if (action === undefined) return {};
  const { formats = {}, regularExpressions, answer } = action;
  const format = formats[name];
  if (regularExpressions.includes(name)) return { format: "regular-expression" };
  if (format === "cidr") return { format };
  if (typeof format === "object") return { format: "duration" };
  return { isStatus: answer?.status === field ? true : undefined };
}
