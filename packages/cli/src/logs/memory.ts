import { availableParallelism } from "node:os";
import { CommandError } from "../context.ts";

const units: Readonly<Record<string, number>> = {
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** Bytes with a single thread. */
const least = 200e6;
/** Bytes that each thread needs to read. */
const ofThread = 125e6;

/**
 * Sets DuckDB's memory and threads: as many threads as the memory allows, unless the user sets a number.
 *
 * @param memory - as written
 * @throws CommandError for an invalid or too small amount
 */
export function sharesOf(
  memory: string,
  threads: number | undefined,
): { readonly memory: string; readonly threads: number } {
  const most = Math.max(1, Math.floor(bytesOf(memory) / ofThread));
  return { memory, threads: threads ?? Math.min(most, availableParallelism()) };
}

function bytesOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([KMGT]i?B)$/i.exec(text.trim()) ?? [];
  const factor = units[unit.toUpperCase()];
  if (factor === undefined) {
    throw new CommandError(`--memory: "${text}" is no amount of memory.`, {
      help: "Write it like 2GB or 500MB.",
    });
  }
  if (Number(number) * factor >= least) return Number(number) * factor;
  throw new CommandError(`--memory: "${text}" is too little to read a log with.`, {
    help: "200MB is the least that works.",
  });
}
