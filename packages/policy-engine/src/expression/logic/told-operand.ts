import type { Span } from "@traffic-policy/policy-language";
import type { EvaluationError, Evaluation, OperandTrace } from "../../trace.ts";
import type { JsonLike } from "../values.ts";

/** What is told of an operand while it is put together; it becomes an {@link OperandTrace}. */
export interface ToldOperand {
  kind: OperandTrace["kind"];
  span?: Span;
  state: "value" | "error";
  value?: JsonLike;
  error?: EvaluationError;
  decided?: true;
  variables?: NonNullable<OperandTrace["variables"]>;
  operands?: readonly OperandTrace[];
}

// Traces are made of so many of these that copying them would take most of the time.
export function tell(
  kind: OperandTrace["kind"],
  span: Span | undefined,
  evaluation: Exclude<Evaluation, { state: "skipped" }>,
): ToldOperand {
  if (evaluation.state === "error") {
    const { error } = evaluation;
    return span === undefined
      ? { kind, state: "error", error }
      : { kind, span, state: "error", error };
  }
  const { value } = evaluation;
  return span === undefined
    ? { kind, state: "value", value }
    : { kind, span, state: "value", value };
}
