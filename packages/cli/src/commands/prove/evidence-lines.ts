import { type SourceRange, type Span } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import { placeText } from "@traffic-policy/project";
import type { Example } from "@traffic-policy/policy-proof";
import { curlCommand, exchangeTitle } from "@traffic-policy/policy-engine/report";
import { commandText } from "@traffic-policy/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";

export function exchangeLines(exchange: Example, style: Style): string[] {
  const curl = curlCommand(exchange);
  const title = exchangeTitle(exchange);
  return curl === undefined
    ? [title]
    : [title, style.dim(commandText(printable(curl.text), style))];
}

export function locationOf(
  { path, span }: { readonly path: string; readonly span?: Span },
  { source }: PolicyUnderTest,
): SourceRange | undefined {
  return source.locate(path, span ?? "value");
}

export function placeOf(
  of: Parameters<typeof locationOf>[0],
  under: PolicyUnderTest,
  style: Style,
): string {
  const range = locationOf(of, under);
  return style.dim(printable(placeText(range?.file ?? under.source.file, range?.start)));
}
