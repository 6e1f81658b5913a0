import type { CodeRules } from "./code-rules.ts";
import type { CodeVariables, Module } from "./code-variables.ts";
import type { PlacedExpression } from "./expressions.ts";
import type { Surroundings } from "./surroundings.ts";

/** What reads modules. */
export interface CodeReader {
  /** Their CEL. */
  readonly expressions: (text: string, surroundings: Surroundings) => PlacedExpression[];
  /** The rules that they build. */
  readonly rules: (text: string) => CodeRules;
  /** The variables that they set and read; nothing for one that is about none. */
  readonly variables: (module: Module) => CodeVariables | undefined;
}
