import {
  BoundedMap,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import type { Formula, Subject } from "../formula.ts";

/** What many expressions share, each kept once; a new one for each comes to the same. */
export class LogicSession {
  readonly subjects = new BoundedMap<string, Subject>(20_000);
  /** The conditions of the catalogue that imply that a variable has a value. */
  readonly guards = new Map<string, Expression | undefined>();
  /** The subjects that are the values of variables. */
  readonly variables = new Map<VariableDefinition, Subject>();
  /** That variables have a value. */
  readonly variablesThere = new Map<VariableDefinition, Formula>();
  /**
   * Whether formulas are to find examples, and may be true in fewer exchanges than the expressions: each list
   * has at most one item, and what varies keeps its value.
   */
  readonly isForExamples: boolean;

  constructor({ isForExamples = false } = {}) {
    this.isForExamples = isForExamples;
  }
}
