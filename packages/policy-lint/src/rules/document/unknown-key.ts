import {
  isJsonObject,
  type JsonObject,
  type SchemaProblem,
  shortened,
  toPointer,
  valueAt,
} from "@traffic-policy/policy-language";
import { documentFindings, isActionAsRule, type DocumentNode } from "../../nodes/document-node.ts";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The document, a rule or an action has an unknown key.",
    wrong:
      '{ "inbound": [ { "name": "No posts", "expresions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] } ] }',
    right:
      '{ "inbound": [ { "name": "No posts", "expressions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses such a policy, or ignores the unknown part: a rule whose misspelt `expressions` are ignored matches every request. A document is of one dialect: keys such as `on_http_request` cannot stand beside `inbound`.",
  },
  visit: {
    document(node, report) {
      for (const finding of documentFindings(node)) {
        // document/module-key says more about this one.
        if (finding.kind !== "unknown-key" || isModuleKey(finding.path, node)) continue;
        // document/rule-actions says more about these.
        const parent = finding.path.slice(0, finding.path.lastIndexOf("/"));
        const isOfAction = finding.key === "type" || finding.key === "config";
        if (isOfAction && isActionAsRule(valueAt(node.value, parent), node.dialect)) continue;
        report({ ...finding, ...explain(finding, node) });
      }
    },
  },
});

function explain({ key = "", path }: SchemaProblem, node: DocumentNode): Partial<Finding> {
  const { value, dialect } = node;
  const parent = valueAt(value, path.slice(0, path.lastIndexOf("/")));
  if (!isJsonObject(parent)) return {};
  if (parent === value) {
    const foreign = dialect.foreignSections ?? {};
    if (Object.hasOwn(foreign, key)) {
      return {
        message: `"${key}" is a key of another dialect of policies.`,
        help: `Rules of this kind go under "${foreign[key]}" here, with the actions and variables of this dialect.`,
      };
    }
    return isWrapper(parent[key], [...dialect.sections.keys()])
      ? {
          help: `Move the content of "${shortened(key)}" to the top level of the document.`,
        }
      : {};
  }
  return isConfigKey(key, parent, node) ? { help: `Put it into "config".` } : {};
}

function isModuleKey(path: string, { dialect }: DocumentNode): boolean {
  return (dialect.moduleKeys ?? []).some((key) => path === toPointer([key]));
}

function isWrapper(value: unknown, directions: readonly string[]): boolean {
  return isJsonObject(value) && directions.some((direction) => Array.isArray(value[direction]));
}

function isConfigKey(key: string, { type }: JsonObject, { dialect }: DocumentNode): boolean {
  const action = typeof type === "string" ? dialect.actions.get(type) : undefined;
  return action !== undefined && Object.hasOwn(action.config.properties, key);
}
