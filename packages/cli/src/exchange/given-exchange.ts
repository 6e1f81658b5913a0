import type { Files } from "@traffic-policy/policy-module";
import { resolve } from "node:path";
import type { Exchange } from "@traffic-policy/policy-engine";
import {
  exchangeProblems,
  toExchange,
  type ExchangeFile,
} from "@traffic-policy/policy-engine/formats";
import { fromPointer, toPointer } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";

/** An exchange as somebody gave it, with the way back to what was written. */
export interface GivenExchange {
  readonly exchange: ExchangeFile;
  /** The folder that files in it are relative to. */
  readonly folder: string;
  readonly files: Files;
  /** Where a part was given, for the beginning of a sentence: `a.json:3:5`, `--header`. */
  place(pointer: string, part?: "key"): string;
}

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

/**
 * A given exchange in which there are no problems as the engine takes it, with the files read that
 * it names.
 *
 * @throws CommandError when such a file cannot be read
 */
export function exchangeOf({ exchange, folder, files }: GivenExchange): Exchange {
  return toExchange(exchange, (path) => files.bytes(resolve(folder, path)));
}

/** Which option a part of an exchange was given by: the nearest part around it that is known. */
export function optionAt(
  options: ReadonlyMap<string, string>,
  pointer: string,
): string | undefined {
  const keys = fromPointer(pointer);
  for (let length = keys.length; length >= 0; length--) {
    const option = options.get(toPointer(keys.slice(0, length)));
    if (option !== undefined) return option;
  }
  return undefined;
}
