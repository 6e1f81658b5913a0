import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { shownOfLine, type SkippedLine } from "@traffic-policy/policy-impact";

/** A line of a log that is not counted, with its place where that is known. */
export interface PlacedLine extends SkippedLine {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

/**
 * The places of lines in the files that they are in: a database gives rows in no order. What is compressed by zstd is
 * not looked through.
 *
 * @param files - their names, absolute
 */
export async function withLineNumbers(
  lines: readonly SkippedLine[],
  files: readonly string[],
): Promise<PlacedLine[]> {
  const left = new Map<string, SkippedLine[]>();
  for (const line of lines) left.set(line.text, [...(left.get(line.text) ?? []), line]);
  const placed: PlacedLine[] = [];
  for (const file of files.toSorted()) {
    if (left.size === 0) break;
    if (!/\.(?:zst|parquet)$/i.test(file)) placed.push(...(await linesOf(file, left)));
  }
  return [...placed, ...[...left.values()].flat()];
}

async function linesOf(file: string, left: Map<string, SkippedLine[]>): Promise<PlacedLine[]> {
  const placed: PlacedLine[] = [];
  const stream = createReadStream(file);
  const input = /\.gz$/i.test(file) ? stream.pipe(createGunzip()) : stream;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    const text = beginningOf(number === 1 ? line.replace(/^\uFEFF/, "") : line);
    const [found, ...others] = left.get(text) ?? [];
    if (found === undefined) continue;
    placed.push({ ...found, file, line: number });
    if (others.length > 0) left.set(text, others);
    else left.delete(text);
    if (left.size === 0) break;
  }
  stream.destroy();
  return placed;
}

/** As much of a line as is shown, in characters. */
function beginningOf(line: string): string {
  return line.length <= shownOfLine
    ? line
    : Array.from(line.slice(0, 2 * shownOfLine))
        .slice(0, shownOfLine)
        .join("");
}
