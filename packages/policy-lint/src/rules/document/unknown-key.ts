import { isJsonObject, type JsonObject, toPointer } from "@traffic-policy/policy-language";
import {
  isSectionName,
  knownKeys,
  policyProblems,
  nearest,
  type SchemaProblem,
  sectionNames,
  shortened,
  suggestion,
  valueAt,
} from "@traffic-policy/policy-language/internal";
import { documentFindings, isActionAsRule, type DocumentNode } from "../../nodes/document-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

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
      // document/shape says where the policy is missing.
      if (policyProblems(node.value).length > 0) return;
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
    if (isWrapper(parent[key])) {
      return { help: `Move the content of "${shortened(key)}" to the top level of the document.` };
    }
    return explainTopLevel(key, parent);
  }
  return isConfigKey(key, parent, node) ? { help: `Put it into "config".` } : {};
}

function isModuleKey(path: string, { dialect }: DocumentNode): boolean {
  return (dialect.moduleKeys ?? []).some((key) => path === toPointer([key]));
}

function explainTopLevel(key: string, document: JsonObject): Partial<Finding> {
  const all = Object.values(sectionNames).toReversed().flat();
  // Configurations of agents have such an object beside the policy that it stands for.
  if (key === "file" && typeof document[key] === "string") {
    return {
      help: "The service reads this object as the policy itself: name the file in traffic_policy_file.",
    };
  }
  const meant = suggestion(nearest(key, all));
  const isClear = all.some((name) => document[name] !== undefined);
  if (meant === undefined && isClear) return {};
  return { help: meant ?? knownKeys(all) };
}

function isWrapper(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).some(isSectionName);
}

function isConfigKey(key: string, { type }: JsonObject, { dialect }: DocumentNode): boolean {
  const action = typeof type === "string" ? dialect.actions.get(type) : undefined;
  return action !== undefined && Object.hasOwn(action.config.properties, key);
}
