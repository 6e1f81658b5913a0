// What reads modules. It is loaded with the first of them: nothing else may import it at once.
import { codeExpressions } from "./code-expressions.ts";
import { codeRules, type CodeRules } from "./code-rules.ts";
import { codeVariables, type CodeVariables, type Module } from "./code-variables.ts";
import type { PlacedExpression } from "./expressions.ts";
import type { DocumentContext } from "./kind.ts";

export const code: CodeReader = {
  expressions: codeExpressions,
  rules: codeRules,
  variables: codeVariables,
};

/** What reads modules. */
export interface CodeReader {
  /** Their CEL. */
  readonly expressions: (text: string, document: DocumentContext) => PlacedExpression[];
  /** The rules that they build. */
  readonly rules: (text: string) => CodeRules;
  /** The variables that they set and read; nothing for one that is about none. */
  readonly variables: (module: Module) => CodeVariables | undefined;
}
