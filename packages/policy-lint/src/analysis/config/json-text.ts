import { parseJson, type Span } from "@traffic-policy/policy-language";

/**
 * Where a text is no JSON; nothing when it is, or when it only ends too early.
 *
 * @param isWhole - whether the text is all of it; otherwise anything may follow
 */
export function notJsonAt(text: string, isWhole: boolean): Span | undefined {
  const error = parseJson(text).errors.find(({ code }) => code === "syntax");
  if (error === undefined) return undefined;
  // What reaches to the end can still become something else.
  return isWhole || error.span.end < text.length ? error.span : undefined;
}
