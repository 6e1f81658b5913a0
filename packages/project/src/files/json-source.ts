import { jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";
import { describeDocumentError, placeText } from "@traffic-policy/policy-language/internal";
import { ExplainedError, type Files } from "./files.ts";

/**
 * Reads a JSON file that is not a policy, with the places of what is in it.
 *
 * @param file - absolute path
 * @throws ExplainedError when it cannot be read, or is not JSON
 */
export function readJson(file: string, files: Files): PolicySource {
  return withoutErrors(jsonPolicySource(files.nameOf(file), files.documentText(file)));
}

/**
 * A source that could be parsed.
 *
 * @param options.isPolicy - whether it is one; other files cannot be written in TypeScript instead
 * @throws ExplainedError with the place of the first error
 */
export function withoutErrors(
  source: PolicySource,
  { isPolicy = false }: { readonly isPolicy?: boolean } = {},
): PolicySource {
  const [error] = source.errors;
  if (error === undefined) return source;
  const { message, help } = describeDocumentError(error);
  const start = source.range?.(error.span).start;
  const isComment = error.code === "syntax" && error.detail === "InvalidCommentToken";
  throw new ExplainedError(`${placeText(source.file, start)}: ${message}`, {
    help: isComment && !isPolicy ? "Remove it." : help,
  });
}
