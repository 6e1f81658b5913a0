import { type SourceRange, type Span } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import { placeText } from "@traffic-policy/project";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";

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
