import type { CodeRules } from "./code-rules.ts";
import type { CodeVariables, Module } from "./code-variables.ts";
import type { PlacedExpression, Surroundings } from "./expressions.ts";
import { Later } from "./later.ts";

/** What reads modules. */
export interface Code {
  /** Their CEL. */
  readonly expressions: (text: string, surroundings: Surroundings) => PlacedExpression[];
  /** The rules that they build. */
  readonly rules: (text: string) => CodeRules;
  /** The variables that they set and read; nothing for one that is about none. */
  readonly variables: (module: Module) => CodeVariables | undefined;
}

/** What reads modules, loaded with the first of them. */
export class LaterCode extends Later<Code> {
  constructor() {
    super(async () => (await import("./code.ts")).code);
  }
}
