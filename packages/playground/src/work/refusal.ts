import type { Problem } from "./messages.ts";

/** A question that cannot be answered because of what somebody wrote. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
