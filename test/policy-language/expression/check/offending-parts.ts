import { checkExpression, parseExpression } from "@traffic-policy/policy-language";

/** The parts of an expression of the directions that are wrong, where its variables exist. */
export function offendingParts(text: string): string[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) return [text.slice(parsed.error.span.start, parsed.error.span.end)];
  const context = {
    protocol: text.startsWith("conn.TLS.") ? "tls" : "http",
    direction: /\bres\.|Res(Header|Cookie)\(/.test(text) ? "outbound" : "inbound",
    text,
  } as const;
  return checkExpression(parsed.tree, context).errors.map(({ span }) =>
    text.slice(span?.start, span?.end),
  );
}
