// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { LintRule } from "../rule.ts";
import actionConfig from "./action/config.ts";
import actionUnknownType from "./action/unknown-type.ts";
import documentDuplicateKey from "./document/duplicate-key.ts";
import documentModuleKey from "./document/module-key.ts";
import documentRuleActions from "./document/rule-actions.ts";
import documentRuleName from "./document/rule-name.ts";
import documentSchema from "./document/schema.ts";
import documentSyntax from "./document/syntax.ts";
import expressionSyntax from "./expression/syntax.ts";

export const rules: ReadonlyMap<string, LintRule> = new Map([
  ["action/config", actionConfig],
  ["action/unknown-type", actionUnknownType],
  ["document/duplicate-key", documentDuplicateKey],
  ["document/module-key", documentModuleKey],
  ["document/rule-actions", documentRuleActions],
  ["document/rule-name", documentRuleName],
  ["document/schema", documentSchema],
  ["document/syntax", documentSyntax],
  ["expression/syntax", expressionSyntax],
]);
