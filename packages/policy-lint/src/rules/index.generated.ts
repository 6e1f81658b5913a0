// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { LintRule } from "../rule.ts";
import actionConfig from "./action/config.ts";
import actionUnknownType from "./action/unknown-type.ts";
import documentDuplicateKey from "./document/duplicate-key.ts";
import documentJsonSyntax from "./document/json-syntax.ts";
import documentModuleKey from "./document/module-key.ts";
import documentRuleActions from "./document/rule-actions.ts";
import documentRuleName from "./document/rule-name.ts";
import documentSchema from "./document/schema.ts";
import expressionSyntax from "./expression/syntax.ts";

export const rules: ReadonlyMap<string, LintRule> = new Map([
  ["action/config", actionConfig],
  ["action/unknown-type", actionUnknownType],
  ["document/duplicate-key", documentDuplicateKey],
  ["document/json-syntax", documentJsonSyntax],
  ["document/module-key", documentModuleKey],
  ["document/rule-actions", documentRuleActions],
  ["document/rule-name", documentRuleName],
  ["document/schema", documentSchema],
  ["expression/syntax", expressionSyntax],
]);
