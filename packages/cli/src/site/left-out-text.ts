import type { LeftOut } from "@traffic-policy/project";

/** Those that are endpoints, so that traffic may take ways that are not known. */
export function leftOutEndpoints(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return leftOut.filter(({ isEndpoint }) => isEndpoint === true);
}

/**
 * Says in a sentence that an endpoint which was left out may do something; undefined when there is none.
 *
 * @param mayDo - in words behind its file: `may lead there`
 */
export function leftOutText(leftOut: readonly LeftOut[], mayDo: string): string | undefined {
  const [first, ...others] = leftOutEndpoints(leftOut);
  if (first === undefined) return undefined;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  return `${first.file} ${mayDo}, and was left out: ${first.reason}${more}.`;
}
