import { compilePolicy, simulateSync, type RequestInput } from "@traffic-policy/policy-engine";
import type { TextForm } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeUrl, parseUrl } from "../../../packages/policy-engine/src/exchange/url.ts";
import {
  certainTexts,
  plainTexts,
  type TextPlace,
} from "../../../packages/policy-logic/src/values/text-domains.ts";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import { holdsFor, Texts } from "../../../packages/policy-logic/src/values/texts.ts";
import { seeded } from "../../seeded.ts";

const part = fc.constantFrom(
  ..."/ . .. %41 %2F %2f %2E %7e a Z 0 - ~ : @ %C3%A9 %zz".split(" "),
  "?",
  "#",
  " ",
  "é",
);
const partsOfUrl = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));

test("plain paths are those that normal URLs have", () => {
  const counts = { plain: 0, other: 0 };
  const tried = seeded(
    fc.property(partsOfUrl, (rest) => {
      const path = `/${rest}`;
      const isPlain = holdsFor(path, plainTexts("path"));
      const url = parseUrl(`https://a.example${path}`);
      const isKept = url !== undefined && normalizeUrl(url).path === path;
      // Which other characters are sent is up to the client.
      const isSent = /^(?:[!$&-;=@-Z_a-z~]|%[0-9A-F]{2})*$/.test(path);
      expect({ path, isPlain }).toEqual({ path, isPlain: isKept && isSent });
      counts[isPlain ? "plain" : "other"] += 1;
    }),
    1000,
  );
  expect(Math.min(counts.plain, counts.other)).toBeGreaterThan(tried / 20);
});

test("plain queries are those that normal URLs have", () => {
  seeded(
    fc.property(partsOfUrl, (query) => {
      const isPlain = holdsFor(query, plainTexts("query"));
      const url = parseUrl(`https://a.example/?${query}`);
      const isKept = url !== undefined && normalizeUrl(url).query === query;
      const isSent = /^(?:[!$&-;=?-Z_a-z~]|%[0-9A-F]{2})*$/.test(query);
      expect({ query, isPlain }).toEqual({ query, isPlain: isKept && isSent });
    }),
    1000,
  );
});

/** Requests that have a text in a place, and what sees it there. */
const seen: Readonly<Partial<Record<TextPlace, [(text: string) => RequestInput, string]>>> = {
  "header-value": [(text) => ({ url: "/", headers: { "x-a": text } }), "req.headers['x-a'][0]"],
  "cookie-value": [(text) => ({ url: "/", cookies: { a: text } }), "req.cookies['a'][0].value"],
  "query-parameter": [
    (text) => ({ url: `/?a=${encodeURIComponent(text)}` }),
    "req.url.query_params['a'][0]",
  ],
  path: [(text) => ({ url: text }), "req.url.path"],
  query: [(text) => ({ url: `/?${text}` }), "req.url.query"],
  host: [(text) => ({ url: `https://${text}/` }), "req.url.host"],
  "host-and-port": [(text) => ({ url: `https://${text}/` }), "req.host"],
  method: [(text) => ({ url: "/", method: text }), "req.method"],
  scheme: [(text) => ({ url: `${text}://a.example/` }), "req.url.scheme"],
  "media-type": [
    (text) => ({ url: "/", headers: { "content-type": `${text}; charset=utf-8` } }),
    "req.content_type",
  ],
};

describe("plain texts are seen as they were sent", () => {
  test.each(Object.entries(seen))("of %s", async (place, [request, variable]) => {
    const texts = Texts.all.where(plainTexts(place as TextPlace), true);
    const members = [
      ...texts.members(),
      ...texts.where({ kind: "contains", text: "%C3%A9" }, true).members(),
      ...texts.where({ kind: "contains", text: "." }, true).members(),
      ...texts.where({ kind: "size", sizes: Intervals.comparedWith(">=", 8n) }, true).members(),
    ];
    expect(members.length).toBeGreaterThan(1);
    const expressions = members.map((text) => [`${variable} == ${JSON.stringify(text)}`]);
    const policy = await compilePolicy({
      inbound: expressions.map((one) => ({ expressions: one, actions: [] })),
    });
    const wrong = members.filter((text, index) => {
      const { matched } = simulateSync(policy, { request: request(text) });
      return !matched.some(({ path }) => path === `/inbound/${index}`);
    });
    expect(wrong).toEqual([]);
  });
});

test.each<TextForm>(["ip-address", "country-code", "scheme", "path"])(
  "what is plain for %s is certain, too",
  (form) => {
    const certain = certainTexts(form);
    expect(certain).toBeDefined();
    if (certain === undefined) return;
    const others = Texts.all.where(plainTexts(form), true).where(certain, false);
    expect(others.witness).toBe("none");
  },
);
