import type { LintFailure } from "@traffic-policy/policy-lint";
import type { CommandError } from "../command-error.ts";
import { UserCodeError, type Files } from "@traffic-policy/policy-module";

/** Why a file could not be linted, as a report says it. */
export function toFailure(file: string, error: CommandError, files: Files): LintFailure {
  const place = error instanceof UserCodeError ? error.place : undefined;
  return {
    file: files.nameOf(place?.file ?? file),
    message: error.message,
    ...(error.help === undefined ? {} : { help: error.help }),
    ...(place === undefined ? {} : { position: { line: place.line, column: place.column } }),
    ...(place?.end === undefined ? {} : { end: place.end }),
  };
}
