import type { Position } from "@traffic-policy/policy-language";
import type { LintFailure } from "../report.ts";

/** A failure with the file that it is about; without a position, its message may begin with that place. */
export function placedFailure({ file, message, position }: LintFailure): {
  readonly file: string;
  readonly start?: Position;
  readonly message: string;
} {
  if (position !== undefined) return { file, start: position, message };
  const [prefix = "", named = file, line, column] = /^([^:\n]+):(\d+):(\d+): /.exec(message) ?? [];
  if (line === undefined) return { file, message };
  const start = { line: Number(line), column: Number(column) };
  return { file: named, start, message: message.slice(prefix.length) };
}
