import { type SourceRange, type Span, printable } from "@traffic-policy/policy-language";
import { placeText } from "@traffic-policy/project";
import type { Example } from "@traffic-policy/policy-proof";
import { curlCommand, exchangeTitle } from "@traffic-policy/policy-engine/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";

/** An exchange, and the command line of curl for it if there is one. */
export function exchangeLines(exchange: Example, style: Style): string[] {
  const curl = curlCommand(exchange);
  const title = exchangeTitle(exchange);
  return curl === undefined ? [title] : [title, style.dim(printable(curl.text))];
}

/** Where something is in what somebody wrote. */
export function locationOf(
  { path, span }: { readonly path: string; readonly span?: Span },
  { source }: PolicyUnderTest,
): SourceRange | undefined {
  return source.locate(path, span ?? "value");
}

/** The same, as the name of a file with its line. */
export function placeOf(
  of: Parameters<typeof locationOf>[0],
  under: PolicyUnderTest,
  style: Style,
): string {
  const range = locationOf(of, under);
  return style.dim(printable(placeText(range?.file ?? under.source.file, range?.start)));
}
