import { readFileSync } from "node:fs";
import {
  describeDocumentError,
  jsonPolicySource,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { CommandError } from "./command-error.ts";
import { relativePath } from "./relative-path.ts";

/**
 * Reads a JSON file that is no policy, with the places of what is in it.
 *
 * @param file - absolute path
 * @throws CommandError when it cannot be read, or is not JSON
 */
export function readJson(file: string): PolicySource {
  return withoutErrors(jsonPolicySource(relativePath(file), readText(file)));
}

/**
 * A source that could be parsed.
 *
 * @throws CommandError with the place of the first error
 */
export function withoutErrors(source: PolicySource): PolicySource {
  const [error] = source.errors;
  if (error === undefined) return source;
  const { message, help } = describeDocumentError(error);
  const start = source.range?.(error.span).start;
  const place = start === undefined ? source.file : `${source.file}:${start.line}:${start.column}`;
  throw new CommandError(`${place}: ${message}`, { help });
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "There is no such file." : `It cannot be read (${code}).`;
    throw new CommandError(`${relativePath(file)}: ${reason}`, { cause: error });
  }
}
