import type { Problem } from "./messages.ts";

/** Thrown when a question cannot be answered because of the user's input. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
