import { CommandError } from "../command-error.ts";
import { exchangeProblems } from "./exchange-problems.ts";
import type { GivenExchange } from "./given-exchange.ts";

/**
 * Checks a given exchange.
 *
 * @throws CommandError with the place of the first thing that cannot be
 */
export function checkGiven({ exchange, place }: GivenExchange): void {
  const [problem] = exchangeProblems(exchange);
  if (problem === undefined) return;
  throw problemAt(place(problem.path, problem.part), problem.message, problem.help);
}

/** @param place - where it is; empty when nobody wrote it anywhere */
export function problemAt(place: string, message: string, help: string | undefined): CommandError {
  return new CommandError(place === "" ? message : `${place}: ${message}`, { help });
}
