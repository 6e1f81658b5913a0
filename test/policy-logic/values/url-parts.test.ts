import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatUrl,
  normalizeUrl,
  parseUrl,
} from "../../../packages/policy-engine/src/exchange/url.ts";
import { automatonOf } from "../../../packages/policy-logic/src/values/text-automata.ts";
import { holdsFor } from "../../../packages/policy-logic/src/values/texts.ts";
import type {
  TextTest,
  UrlForm,
  UrlPart,
} from "../../../packages/policy-logic/src/values/text-test.ts";
import { urlParts } from "../../../packages/policy-logic/src/values/url-parts.ts";
import { seeded } from "../../seeded.ts";

const piece = fc.constantFrom(
  ..."h a A x 0 1 8 443 65536 : @ [ ] [::1] / // ? # . .. % %2e %41 user pw é & =".split(" "),
);
const pieces = fc.array(piece, { maxLength: 8 }).map((some) => some.join(""));
const begin = fc.constantFrom("", "http://", "https://", "HTTP://", "http:/", "/", "http://x", "?");
const anyText = fc.tuple(begin, pieces).map((parts) => parts.join(""));

const partsOf: Readonly<Record<UrlForm, readonly UrlPart[]>> = {
  url: ["scheme", "host", "port", "uri", "path", "query"],
  raw: ["path"],
  uri: ["path", "query"],
};

const formAndPart = fc
  .constantFrom(...(Object.keys(partsOf) as UrlForm[]))
  .chain((form) => fc.constantFrom(...partsOf[form]).map((part) => ({ form, part })));

const partTest: fc.Arbitrary<TextTest> = fc
  .record({
    kind: fc.constant("url-part" as const),
    test: fc.oneof(
      fc.record({
        kind: fc.constantFrom("startsWith" as const, "endsWith" as const, "contains" as const),
        text: pieces,
      }),
      fc.constant({ kind: "one-of" as const, texts: new Set(["", "/", "x", "443", "[::1]"]) }),
    ),
    holds: fc.boolean(),
    orAbsent: fc.boolean(),
  })
  .chain((asked) => formAndPart.map((both) => ({ ...asked, ...both })));

test("the automaton of a part accepts the URLs that a regular expression takes apart so", () => {
  const counts = { accepted: 0, refused: 0 };
  const property = fc.property(anyText, partTest, (text, asked) => {
    const automaton = automatonOf(asked);
    let state = 0;
    let hasSettled: boolean | undefined;
    for (const character of text) {
      hasSettled ??= automaton.settled(state);
      state = automaton.step(state, automaton.alphabet.classOf(character.codePointAt(0) ?? 0));
    }
    const holds = holdsFor(text, asked);
    counts[holds ? "accepted" : "refused"] += 1;
    expect(automaton.accepts(state)).toBe(holds);
    expect(hasSettled ?? holds).toBe(holds);
  });
  const tried = seeded(property, 6000, 100_000);
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(tried / 20);
});

test("URLs that the engine takes apart have the same parts", () => {
  let count = 0;
  const url = fc.tuple(fc.constantFrom("http://", "https://"), piece, pieces);
  const property = fc.property(url, (some) => {
    const text = some.join("");
    const parsed = parseUrl(text);
    if (parsed === undefined) return;
    count += 1;
    expect(urlParts(text, "raw")?.path).toBe(parsed.path);
    for (const { host, port, path, query, scheme, ...others } of [parsed, normalizeUrl(parsed)]) {
      const uri = query === undefined ? path : `${path}?${query}`;
      const parts = {
        scheme,
        host,
        port: port === undefined ? port : String(port),
        path,
        query,
        uri,
      };
      const all = {
        ...others,
        scheme,
        host,
        path,
        ...(port !== undefined && { port }),
        ...(query !== undefined && { query }),
      };
      expect({ ...urlParts(formatUrl(all), "url") }).toEqual(parts);
      expect({ ...urlParts(uri, "uri") }).toEqual({ path, query, uri });
    }
  });
  const tried = seeded(property, 3000, 50_000);
  expect(count).toBeGreaterThan(tried / 10);
});
