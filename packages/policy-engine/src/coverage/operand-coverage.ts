import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../trace.ts";

/** How often an operand of an expression had which value, and how often that decided. */
export class OperandCoverage {
  readonly kind: OperandTrace["kind"];
  readonly span: Span | undefined;
  readonly operands: readonly OperandCoverage[];
  /** How often it was true or false, or failed. */
  readonly counts = { true: 0, false: 0, failed: 0 };
  /** How often the operator around it had its result because of this value. */
  readonly decisive = { true: 0, false: 0 };

  /** @param structure - what is told of it in any trace */
  constructor(structure: OperandTrace) {
    this.kind = structure.kind;
    this.span = structure.span;
    this.operands = (structure.operands ?? []).map((operand) => new OperandCoverage(operand));
  }

  /** Whether it was evaluated at all. */
  get isEvaluated(): boolean {
    const { true: yes, false: no, failed } = this.counts;
    return yes + no + failed > 0;
  }

  add(trace: OperandTrace): void {
    if (trace.state === "skipped") return;
    if (trace.state === "error") this.counts.failed++;
    else if (typeof trace.value === "boolean") {
      const value = trace.value ? "true" : "false";
      this.counts[value]++;
      if (trace.decided === true) this.decisive[value]++;
    }
    const { operands = [] } = trace;
    for (let index = 0; index < this.operands.length; index++) {
      const operand = operands[index];
      if (operand !== undefined) this.operands[index]?.add(operand);
    }
  }

  /** Adds what another one of the same operand has counted. */
  include(other: OperandCoverage): void {
    for (const key of ["true", "false", "failed"] as const) this.counts[key] += other.counts[key];
    for (const key of ["true", "false"] as const) this.decisive[key] += other.decisive[key];
    for (const [index, operand] of other.operands.entries()) this.operands[index]?.include(operand);
  }
}
