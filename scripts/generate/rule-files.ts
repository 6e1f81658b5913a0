import { formatted } from "./formatted.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { rulePages } from "./rule-pages.ts";
import { ruleSentences } from "./rule-sentences.ts";

const rules = "packages/policy-lint/src/rules";

/** What is generated from the lint rules. */
export async function generatedFromRules(): Promise<GeneratedFile[]> {
  return formatted([...(await rulePages(rules)), await ruleSentences(rules)]);
}
