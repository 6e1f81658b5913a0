import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { shownOfLine, type SkippedLine } from "@traffic-policy/policy-impact/internal";

export interface PlacedLine extends SkippedLine {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

/**
 * Adds line numbers by searching the files, because a database returns rows in no order. Does not search files
 * compressed with zstd.
 *
 * @param files - absolute names
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

function beginningOf(line: string): string {
  return line.length <= shownOfLine
    ? line
    : Array.from(line.slice(0, 2 * shownOfLine))
        .slice(0, shownOfLine)
        .join("");
}
