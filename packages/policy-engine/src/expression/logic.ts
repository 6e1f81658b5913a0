import type { CelError, CelResult } from "@bufbuild/cel";
import { printExpression, type Expression, type Span } from "@traffic-policy/policy-language";
import type { Bindings } from "../run/run.ts";
import type { EvaluationError, OperandTrace } from "../outcome.ts";
import { comparisonIn } from "./comparison.ts";
import type { Environment } from "./environment.ts";
import { logicTree, type LogicTree } from "./logic-tree.ts";
import { Plan } from "./plan.ts";
import { conditionsOf, textOf, type Unknown } from "./unknown.ts";
import type { JsonLike } from "./plain-value.ts";

/**
 * Compiles an expression so that each of its operands can be traced. `&&`, `||`, `!` and `?:` are evaluated here, and
 * the conditions below them by the evaluator. The result equals the evaluator's for the whole expression.
 */
export function compileLogic(node: Expression, environment: Environment): Operand {
  return compileTree(logicTree(node), environment);
}

function compileTree(tree: LogicTree, environment: Environment): Operand {
  if (tree.kind === "condition") return new Condition(tree, environment);
  const operands = tree.operands.map((operand) => compileTree(operand, environment));
  switch (tree.kind) {
    case "&&":
    case "||":
      return new Chain(tree, environment, operands);
    case "!":
      return new Not(tree, environment, operands);
    case "?:":
      return new Conditional(tree, environment, operands);
  }
}

interface Traced {
  readonly result: CelResult;
  readonly trace: GrowingTrace;
}

interface GrowingTrace {
  kind: OperandTrace["kind"];
  span?: Span;
  state: "value" | "error";
  value?: JsonLike;
  error?: EvaluationError;
  decided?: true;
  variables?: NonNullable<OperandTrace["variables"]>;
  operands?: readonly OperandTrace[];
}

export abstract class Operand {
  readonly skipped: OperandTrace;
  protected readonly operands: readonly Operand[];
  readonly #environment: Environment;
  readonly #kind: OperandTrace["kind"];
  readonly #span: Span | undefined;

  constructor(
    { kind, span }: Pick<LogicTree, "kind" | "span">,
    environment: Environment,
    operands: readonly Operand[] = [],
  ) {
    this.operands = operands;
    this.#environment = environment;
    this.#kind = kind;
    this.#span = span;
    this.skipped = {
      kind,
      ...(span && { span }),
      state: "skipped",
      ...(operands.length > 0 && { operands: operands.map((operand) => operand.skipped) }),
    };
  }

  abstract trace(bindings: Bindings): Traced;

  // Traces consist of so many of these that copying them would take most of the time.
  protected traced(result: CelResult, operands?: readonly OperandTrace[]): Traced {
    const evaluation = this.#environment.describe(result);
    const { state } = evaluation;
    const [kind, span] = [this.#kind, this.#span];
    const trace: GrowingTrace = span === undefined ? { kind, state } : { kind, span, state };
    if (evaluation.state === "error") trace.error = evaluation.error;
    else trace.value = evaluation.value;
    if (operands !== undefined) trace.operands = operands;
    return { result, trace };
  }

  failureOf(value: Exclude<CelResult, boolean>): CelError {
    if (this.#environment.isError(value)) return value;
    return this.#environment.noBoolean(value, this.skipped.span);
  }
}

/**
 * `&&` or `||`. An operand that decides alone is enough, even after others that failed; otherwise the first failure
 * is the result.
 *
 * Source: the definition of the Common Expression Language, section "Logical Operators".
 */
class Chain extends Operand {
  trace(bindings: Bindings): Traced {
    const decidesAlone = this.skipped.kind === "||";
    const operands: OperandTrace[] = [];
    const evaluated: GrowingTrace[] = [];
    let failure: CelError | undefined;
    for (const operand of this.operands) {
      const { result, trace } = operand.trace(bindings);
      operands.push(trace as OperandTrace);
      if (result === decidesAlone) {
        trace.decided = true;
        const rest = this.operands.slice(operands.length);
        return this.traced(result, [...operands, ...rest.map(({ skipped }) => skipped)]);
      }
      if (typeof result !== "boolean") failure ??= operand.failureOf(result);
      evaluated.push(trace);
    }
    for (const trace of evaluated) {
      // Without a failure every operand was needed; with one, those that failed are to blame.
      if (failure === undefined || typeof trace.value !== "boolean") trace.decided = true;
    }
    return this.traced(failure ?? !decidesAlone, operands);
  }
}

class Not extends Operand {
  trace(bindings: Bindings): Traced {
    const [operand] = this.operands as [Operand];
    const { result, trace } = operand.trace(bindings);
    trace.decided = true;
    return this.traced(typeof result === "boolean" ? !result : operand.failureOf(result), [
      trace as OperandTrace,
    ]);
  }
}

class Conditional extends Operand {
  trace(bindings: Bindings): Traced {
    const [condition, ...branches] = this.operands as [Operand, Operand, Operand];
    const { result, trace } = condition.trace(bindings);
    trace.decided = true;
    const operands = [trace as OperandTrace, ...branches.map(({ skipped }) => skipped)];
    if (typeof result !== "boolean") return this.traced(condition.failureOf(result), operands);
    const branch = branches[result ? 0 : 1].trace(bindings);
    branch.trace.decided = true;
    operands[result ? 1 : 2] = branch.trace as OperandTrace;
    return this.traced(branch.result, operands);
  }
}

/** Strips each leading `!` from an unknown; `isNegated` is true for an odd number of them. */
function withoutNot(unknown: Unknown): { readonly inner: Unknown; readonly isNegated: boolean } {
  const { name = "", operands = [] } = unknown.kind === "call" ? unknown : {};
  const [operand] = operands;
  if (name !== "!_" || operand === undefined || operand.kind === "known") {
    return { inner: unknown, isNegated: false };
  }
  const { inner, isNegated } = withoutNot(operand);
  return { inner, isNegated: !isNegated };
}

/** A part of an expression that the evaluator evaluates as a whole. */
class Condition extends Operand {
  readonly #plan: Plan;
  readonly #node: Expression;
  readonly #own: Environment;

  constructor(tree: LogicTree & { kind: "condition" }, environment: Environment) {
    super(tree, environment);
    this.#plan = new Plan(tree.node, environment);
    this.#node = tree.node;
    this.#own = environment;
  }

  #evaluate(bindings: Bindings): CelResult {
    const result = this.#plan.evaluate(bindings);
    const environment = this.#own;
    const questions = environment.current?.options.questions;
    const unknown = questions && environment.unknowns.of(result);
    if (questions === undefined || unknown === undefined) return result;
    const text = printExpression(this.#node);
    if (questions.isPaused) return environment.unknowns.error(text);
    const { path } = questions;
    const { inner, isNegated } = withoutNot(unknown);
    const key = textOf(inner) || this.#keyOf(bindings, text, result);
    const evaluates = conditionsOf(unknown).every((condition) =>
      questions.ask({ kind: "evaluation", path, text }, { key: condition }),
    );
    if (!evaluates) return environment.library.cel.celError(`${text} fails.`);
    return questions.ask(
      { kind: "condition", path, text },
      { key, isNegated },
      comparisonIn(unknown),
    );
  }

  /** Builds a key for a condition that is unknown for an untraceable reason: all values that it reads. */
  #keyOf(bindings: Bindings, text: string, result: CelResult): string {
    const values = this.#plan.variables.map((name) => bindings.toJson(name) ?? null);
    const errors = this.#own.isError(result) ? [result, result.cause].flat() : [];
    const reasons = errors.map((error) => (error instanceof Error ? error.message : ""));
    return JSON.stringify([text, values, reasons]);
  }

  trace(bindings: Bindings): Traced {
    const traced = this.traced(this.#evaluate(bindings));
    const { variables } = this.#plan;
    if (variables.length > 0) {
      traced.trace.variables = variables.map((name) => {
        const value = bindings.toJson(name);
        if (value !== undefined) return { name, value };
        return bindings.isUnknown(name) ? { name, isUnknown: true } : { name };
      });
    }
    return traced;
  }
}
