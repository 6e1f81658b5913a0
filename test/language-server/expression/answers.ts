import type { Span } from "@traffic-policy/policy-language";
import { expect } from "vitest";
import { completeExpression } from "../../../packages/language-server/src/expression/complete.ts";
import type { ExpressionSite } from "../../../packages/language-server/src/expression/expression-site.ts";
import { highlights } from "../../../packages/language-server/src/features/document-highlight.ts";
import { hoverExpression } from "../../../packages/language-server/src/features/hover.ts";
import { inlayHints } from "../../../packages/language-server/src/features/inlay-hint.ts";
import { spansAround } from "../../../packages/language-server/src/features/selection-range.ts";
import { semanticTokens } from "../../../packages/language-server/src/features/semantic-tokens.ts";
import { signatureAt } from "../../../packages/language-server/src/features/signature-help.ts";
import { siteOf } from "./site.ts";

function isInside({ start, end }: Span, text: string): boolean {
  return 0 <= start && start <= end && end <= text.length;
}

function isAround(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Those that do not come after the one before, or are empty. */
function outOfOrder(spans: readonly Span[]): Span[] {
  return spans.filter(
    ({ start, end }, index) => start >= end || start < (spans[index - 1]?.end ?? 0),
  );
}

function isLarger(outer: Span, inner: Span): boolean {
  return isAround(outer, inner) && outer.end - outer.start > inner.end - inner.start;
}

/** Expects that all that is asked about an offset of a text is answered, about parts of it. */
export async function expectAnswers(
  text: string,
  offset: number,
  known: Partial<ExpressionSite> = {},
): Promise<void> {
  const site = siteOf(text, known);
  const here = { start: offset, end: offset };
  const replaced = completeExpression(site, offset).map(({ replaces }) => replaces);
  const hover = await hoverExpression(site, offset);
  const around = spansAround(site, offset);
  const colored = semanticTokens(site).map(({ span }) => span);
  const hints = inlayHints(site).map((hint) => ({ start: hint.offset, end: hint.offset }));
  const help = signatureAt(site, offset);
  const others = [...highlights(site, offset), hover?.span ?? here];
  const all = [...replaced, ...around, ...colored, ...hints, ...others];
  expect(all.filter((span) => !isInside(span, text))).toEqual([]);
  expect([...replaced, ...around].filter((span) => !isAround(span, here))).toEqual([]);
  expect(hover?.markdown.trim()).not.toBe("");
  const active = help?.signatures[help.activeSignature ?? -1];
  expect(active === undefined).toBe(help === undefined);
  expect(outOfOrder(colored)).toEqual([]);
  const notLarger = around.filter(
    (span, index) => index > 0 && !isLarger(span, around[index - 1] ?? span),
  );
  expect(notLarger).toEqual([]);
  expect(around.at(-1)).toEqual({ start: 0, end: text.length });
}
