import type { LintFailure } from "@traffic-policy/policy-lint";
import type { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import { UserCodeError } from "../user-code/user-code-error.ts";

/** Why a file could not be linted, as a report says it. */
export function toFailure(file: string, error: CommandError): LintFailure {
  const place = error instanceof UserCodeError ? error.place : undefined;
  return {
    file: relativePath(place?.file ?? file),
    message: error.message,
    ...(error.help === undefined ? {} : { help: error.help }),
    ...(place === undefined ? {} : { position: { line: place.line, column: place.column } }),
    ...(place?.end === undefined ? {} : { end: place.end }),
  };
}
