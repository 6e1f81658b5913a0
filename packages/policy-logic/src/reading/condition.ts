import {
  printExpression,
  type CelType,
  type CheckResult,
  type Dialect,
  type Expression,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { getOrAdd, variableNamed } from "@traffic-policy/policy-language/internal";
import { canonical, noNames, type BoundNames } from "../canonical.ts";
import type { Formula } from "../formula.ts";
import { decide } from "./decisions.ts";
import { needsOf } from "./needs.ts";
import { Reader, type ReadCondition, type Steps } from "./reader.ts";
import { LogicSession, type Answers } from "./session.ts";
import { termOf } from "./terms.ts";

const steps: Steps = { decide, needsOf, termOf };

/** The conditions that were read as formulas since the program began; tests measure work with it. */
export function conditionsRead(): number {
  return count;
}

let count = 0;

/** The logical meaning of a checked expression. Each of its nodes is read once. */
export class Condition implements ReadCondition {
  readonly tree: Expression;
  readonly dialect: Dialect;
  readonly types: ReadonlyMap<Expression, CelType>;
  readonly #variables: ReadonlyMap<Span, VariableDefinition>;
  readonly #session: LogicSession;
  readonly #formulas = new Map<Expression, Formula>();
  #reader: Reader | undefined;
  #texts: Map<Expression, string> | undefined;

  /**
   * @param checked - what the checker found out about the tree; where it knows no type, nothing is
   *   concluded
   */
  constructor(
    tree: Expression,
    checked: CheckResult,
    dialect: Dialect,
    session = new LogicSession(),
  ) {
    this.tree = tree;
    this.dialect = dialect;
    this.types = checked.types;
    this.#session = session;
    this.#variables = checked.variablesAt;
  }

  get headerNames(): Answers["headerNames"] {
    return this.#session.answers.headerNames;
  }

  get durationMilliseconds(): Answers["durationMilliseconds"] {
    return this.#session.answers.durationMilliseconds;
  }

  /** The formula for the whole expression. */
  get formula(): Formula {
    return this.formulaOf(this.tree);
  }

  /** Returns the formula for a boolean part. */
  formulaOf(node: Expression): Formula {
    let formula = this.#formulas.get(node);
    if (formula === undefined) this.#formulas.set(node, (formula = this.reader.read(node)));
    return formula;
  }

  /** A reader of parts outside of macros. */
  get reader(): Reader {
    if (this.#reader === undefined) {
      this.#reader = new Reader(this, this.#session, steps);
      count += 1;
    }
    return this.#reader;
  }

  /** A text that two parts share only when they are the same but for how they are written. */
  canonicalText(node: Expression): string {
    this.#texts ??= new Map();
    return getOrAdd(this.#texts, node, () => printExpression(canonical(node, this)));
  }

  /** The variable that a node names; nothing when a macro binds the name. */
  variableAt(node: Expression, bound: BoundNames = noNames): VariableDefinition | undefined {
    if (node.span !== undefined) return this.#variables.get(node.span);
    return variableNamed(this.dialect, node, bound);
  }
}
