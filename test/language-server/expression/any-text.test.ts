import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkExpression, parseExpression, type Span } from "@traffic-policy/policy-language";
import { CompletionItemKind } from "vscode-languageserver";
import {
  type Completion,
  completeExpression,
} from "../../../packages/language-server/src/expression/complete.ts";
import type { ExpressionSite } from "../../../packages/language-server/src/expression/expression-site.ts";
import { highlights } from "../../../packages/language-server/src/expression/highlights.ts";
import { hoverExpression } from "../../../packages/language-server/src/expression/hover.ts";
import { inlayHints } from "../../../packages/language-server/src/expression/inlay-hints.ts";
import { spansAround } from "../../../packages/language-server/src/expression/selection.ts";
import { semanticTokens } from "../../../packages/language-server/src/expression/semantic-tokens.ts";
import { signatureAt } from "../../../packages/language-server/src/expression/signature.ts";
import { arbitraryExpression } from "../../policy-builder/arbitrary-expression.ts";
import { seeded, seededAsync } from "../../seeded.ts";
import { sharedData } from "../../shared-data.ts";
import { siteOf } from "./site.ts";

const collected = sharedData("corpus/expressions-directions.txt");
const corpus = collected === undefined ? [] : readFileSync(collected, "utf8").trim().split("\n");

// Also where nothing was collected.
const own = [
  "req.headers['user-agent'].exists(v, v.matches('(?i)bot')) && conn.geo.country_code in ['NO', 'SE']",
  "has(req.cookies['a'][0].value) ? req.cookies['a'].map(c, c.value.size() > 1, c.name) : [\"b\"]",
  "inCidrRanges(conn.client_ip, ['10.0.0.0/8']) || timestamp(time.now).getHours('Europe/Oslo') < 12",
  "getReqCookie('a').max_age > duration('90s') // why\n && res.status_code == 404",
];

const expressions = fc.oneof(
  fc.constantFrom(...own, ...corpus),
  arbitraryExpression.map((expression) => expression.toString()),
);

const pieces = fc.constantFrom(
  ..."' \" ''' ( ) [ ] { } . , .. == = & // \\ \ud800 é $ ? : 0x 1. in req. r' has(".split(" "),
  ".exists(v, ",
  "\n",
);

/** An expression with random damage, and an offset in it. */
const damaged = fc
  .record({
    text: expressions,
    damage: fc.array(fc.record({ at: fc.nat(), remove: fc.nat({ max: 3 }), piece: pieces }), {
      maxLength: 3,
    }),
    cut: fc.option(fc.nat()),
    offset: fc.nat(),
  })
  .map(({ text, damage, cut, offset }) => {
    let left = text;
    for (const { at, remove, piece } of damage) {
      const start = at % (left.length + 1);
      left = left.slice(0, start) + piece + left.slice(start + remove);
    }
    if (cut !== null) left = left.slice(0, cut % (left.length + 1));
    return { text: left, offset: offset % (left.length + 1) };
  });

const places = fc.record({
  section: fc.constantFrom(undefined, "inbound", "outbound"),
  protocols: fc.constantFrom<ExpressionSite["protocols"]>(["http", "tcp", "tls"], ["tcp"]),
});

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

test("every text gets answers, about parts of it", async () => {
  await seededAsync(
    fc.asyncProperty(damaged, places, async ({ text, offset }, known) => {
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
    }),
    400,
    4000,
  );
});

function isLarger(outer: Span, inner: Span): boolean {
  return isAround(outer, inner) && outer.end - outer.start > inner.end - inner.start;
}

test("what is offered follows from the text on the left, but for values and brackets", () => {
  const withoutEnd = ({
    replaces,
    isSnippet: _isSnippet,
    text,
    ...others
  }: Completion): unknown => ({
    ...others,
    text: /^[^(]*/.exec(text)?.[0],
    start: replaces.start,
  });
  const isValue = ({ kind }: Completion): boolean => kind === CompletionItemKind.Value;
  seeded(
    fc.property(damaged, places, ({ text, offset }, known) => {
      const whole = completeExpression(siteOf(text, known), offset);
      const left = completeExpression(siteOf(text.slice(0, offset), known), offset);
      const isByRight = !left.some(isValue);
      const expected = whole.filter((one) => !(isByRight && isValue(one)));
      expect(expected.map(withoutEnd)).toEqual(left.map(withoutEnd));
    }),
    200,
    2000,
  );
});

/** Closes what is open, so that most beginnings of an expression are one. */
function closed(text: string): string {
  const open: string[] = [];
  const closing: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
  for (const [sign] of text.matchAll(/'[^']*'|"[^"]*"|[()[\]{}]/g)) {
    if (closing[sign] !== undefined) open.push(closing[sign]);
    else if (sign.length === 1) open.pop();
  }
  return text + open.toReversed().join("");
}

const { Variable, Field, Method, Function: AFunction } = CompletionItemKind;
const wrong = new Set([
  "unknown-variable",
  "unknown-field",
  "unknown-method",
  "unknown-function",
  // Of a method on something that does not have it: the places for arguments are of the right types.
  "wrong-argument-types",
  "wrong-argument-count",
]);

/** The names that the checker does not know there in what a completion gives; undefined if it is not CEL as a whole. */
function unknownNames(before: string, { replaces, text }: Completion): string[] | undefined {
  const inserted = text.replaceAll(/\$\{\d+:(\w+)\}/g, "$1");
  const parsed = parseExpression(closed(before.slice(0, replaces.start) + inserted));
  if (!parsed.ok) return undefined;
  const name = /^\w+/.exec(inserted)?.[0] ?? "";
  const { errors } = checkExpression(parsed.tree);
  return errors.flatMap(({ code, args, span }) => {
    // What is around it ends behind it.
    const isInserted = span?.end === replaces.start + inserted.length;
    const isIt = args["name"] === name || args["name"]?.endsWith(`.${name}`) === true;
    return wrong.has(code) && isInserted && isIt ? [args["name"] ?? ""] : [];
  });
}

test("names that are offered are known to the checker", () => {
  const kinds = new Map<CompletionItemKind, number>();
  seeded(
    fc.property(expressions, fc.nat(), (text, offset) => {
      const before = text.slice(0, offset % (text.length + 1));
      for (const completion of completeExpression(siteOf(before), before.length)) {
        const { kind } = completion;
        if (![Variable, Field, Method, AFunction].some((one) => one === kind)) continue;
        const names = unknownNames(before, completion);
        if (names === undefined) continue;
        expect(names).toEqual([]);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }),
    400,
    4000,
  );
  // Otherwise nothing was looked at.
  for (const kind of [Variable, Field, Method, AFunction]) {
    expect(kinds.get(kind) ?? 0).toBeGreaterThan(0);
  }
});
