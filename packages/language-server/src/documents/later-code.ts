import type { CodeRuleNames } from "./code-rule-names.ts";
import type { CodeVariables, Module } from "./code-variables.ts";
import type { PlacedExpression, Surroundings } from "./expressions.ts";
import { Later } from "./later.ts";

/** What reads modules. */
export interface Code {
  /** Their CEL. */
  readonly expressions: (text: string, surroundings: Surroundings) => PlacedExpression[];
  /** The names of rules in them. */
  readonly ruleNames: (text: string) => CodeRuleNames;
  /** The variables that they set and read; nothing for one that is about none. */
  readonly variables: (module: Module) => CodeVariables | undefined;
}

/** What reads modules, loaded with the first of them. */
export class LaterCode extends Later<Code> {
  constructor() {
    super(async () => (await import("./code.ts")).code);
  }
}
