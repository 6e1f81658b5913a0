// What reads modules. It is loaded with the first of them: nothing else may import it at once.
import { codeExpressions } from "./code-expressions.ts";
import { codeRules } from "./code-rules.ts";
import { codeVariables } from "./code-variables.ts";

export const code = {
  expressions: codeExpressions,
  rules: codeRules,
  variables: codeVariables,
};

export type CodeReader = typeof code;
