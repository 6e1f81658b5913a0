/**
 * A question that only something asynchronous answers, such as whether a signature is right. The run that
 * asked it goes on where it was when the answer is known; a simulation that keeps no run begins again.
 */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  /** Finds the answer, and keeps it for the next run. */
  readonly answer: () => Promise<void>;

  constructor(message: string, answer: () => Promise<void>) {
    super(message);
    this.answer = answer;
  }
}

/**
 * Simulates, answers what is asked on the way, and simulates again, until nothing is asked any more. What
 * is simulated must keep the answers: it is a step of one {@link ExchangeRun}, or its options name the same
 * {@link TokenVerifications} each time.
 *
 * @param simulate - what is done again; a stub in it may be called each time
 */
export async function answered<Result>(simulate: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await simulate();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await error.answer();
    }
  }
}
