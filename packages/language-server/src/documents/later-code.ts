import type { Span } from "@traffic-policy/policy-language";
import type { CodeRuleName } from "./code-rule-names.ts";
import type { CodeVariables, Module } from "./code-variables.ts";
import type { PlacedExpression, Surroundings } from "./expressions.ts";
import { Later } from "./later.ts";

/** What reads modules. */
export interface Code {
  /** Their CEL. */
  readonly expressions: (text: string, surroundings: Surroundings) => PlacedExpression[];
  /** The names of rules in them. */
  readonly ruleNames: (text: string) => CodeRuleName[];
  /** The first place that may mean a rule of a name without saying so. */
  readonly unclearRuleName: (text: string, name: string) => Span | undefined;
  /** The first of their tokens with a text as its value that names no rule by its place. */
  readonly otherToken: (text: string, name: string) => Span | undefined;
  /** The variables that they set and read; nothing for one that is about none. */
  readonly variables: (module: Module) => CodeVariables | undefined;
}

/** What reads modules, loaded with the first of them. */
export class LaterCode extends Later<Code> {
  constructor() {
    super(async () => (await import("./code.ts")).code);
  }
}
