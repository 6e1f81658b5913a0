import fc from "fast-check";
import { expect, test } from "vitest";
import { checkExpression, parseExpression } from "@traffic-policy/policy-language";
import { CompletionItemKind } from "vscode-languageserver";
import {
  type Completion,
  completeExpression,
} from "../../../packages/language-server/src/expression/complete.ts";
import type { ExpressionSite } from "../../../packages/language-server/src/expression/expression-site.ts";
import { arbitraryExpression } from "../../policy-builder/arbitrary-expression.ts";
import { seeded, seededAsync } from "../../seeded.ts";
import { expectAnswers } from "./answers.ts";
import { siteOf } from "./site.ts";

const written = [
  "req.headers['user-agent'].exists(v, v.matches('(?i)bot')) && conn.geo.country_code in ['NO', 'SE']",
  "has(req.cookies['a'][0].value) ? req.cookies['a'].map(c, c.value.size() > 1, c.name) : [\"b\"]",
  "inCidrRanges(conn.client_ip, ['10.0.0.0/8']) || timestamp(time.now).getHours('Europe/Oslo') < 12",
  "getReqCookie('a').max_age > duration('90s') // why\n && res.status_code == 404",
  "'User-Agent' in req.Headers && size(req.Headers['User-Agent'].filter(x, x.matches('(?i)a'))) > 0",
  "req.url.path.startsWith('/api') && !(req.method in ['GET', 'HEAD']) && req.content_length > 1024",
  "actions.ngrok.restrict_ips.action == 'deny' || hasQueryParam('q') && getQueryParam('q')[0] == ''",
  "res.headers['content-type'].all(t, t.contains('html')) ? double(res.content_length) < 1e3 : true",
  "conn.tls.client.subject.common_name == 'a' || conn.ts.start + duration('1h') > timestamp(time.now)",
];

const expressions = fc.oneof(
  fc.constantFrom(...written),
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

test("every text gets answers, about parts of it", async () => {
  await seededAsync(
    fc.asyncProperty(damaged, places, async ({ text, offset }, known) => {
      await expectAnswers(text, offset, known);
    }),
    400,
    4000,
  );
});

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
