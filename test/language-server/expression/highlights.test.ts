import { expect, test } from "vitest";
import { highlights } from "../../../packages/language-server/src/features/document-highlight.ts";
import { marked } from "./site.ts";

/** The text with « » around each use. */
function shown(text: string): string {
  const { site, offset } = marked(text);
  return highlights(site, offset)
    .toReversed()
    .reduce(
      (rest, { start, end }) =>
        `${rest.slice(0, start)}«${rest.slice(start, end)}»${rest.slice(end)}`,
      site.text,
    );
}

test.each([
  ["req.ho¦st == 'a' || req.host == 'b'", "«req.host» == 'a' || «req.host» == 'b'"],
  ["re¦q.host == 'a' || req.method == 'b'", "«req».host == 'a' || «req».method == 'b'"],
  ["req.ur¦l.path == req.url.host + req.url", "«req.url».path == «req.url».host + «req.url»"],
  ["host¦ == req.host", "«host» == req.host"],
  ["a.exists(v¦, v == 1) || b.exists(v, v == v)", "a.exists(«v», «v» == 1) || b.exists(v, v == v)"],
  [
    "a.exists(v, v == 1 && b.exists(v, v¦ > v) && v < 2)",
    "a.exists(v, v == 1 && b.exists(«v», «v» > «v») && v < 2)",
  ],
  ["v¦ == 1 && b.exists(v, v == .v)", "«v» == 1 && b.exists(v, v == «.v»)"],
  ["size¦('a') == size('b') + a.size()", "«size»('a') == «size»('b') + a.size()"],
  ["c.exists(d, d.value¦ == d.name + d.value", "c.exists(d, d.«value» == d.name + d.«value»"],
  ["1 ¦== 1", "1 == 1"],
  ["'a¦' == 'a'", "'a' == 'a'"],
])("at %s: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});
