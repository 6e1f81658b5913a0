import type { Impact } from "@traffic-policy/policy-impact/internal";
import {
  impactHtml,
  impactLines,
  impactMarkdown,
  type ImpactNames,
} from "@traffic-policy/policy-impact/report";
import { laidOut, visible, withoutColors as style } from "@traffic-policy/report";
import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, test } from "vitest";
import { elements, hostile, ours, rendered, texts } from "../../rendered-markdown.ts";
import { seeded } from "../../seeded.ts";
import {
  deniedBy,
  emptyImpact,
  example,
  forwarded,
  impactOfPassages,
  names,
  passage,
  unknown,
  week,
} from "./made-impact.ts";

const lines = (impact: Impact, given: ImpactNames = names): string =>
  impactLines(impact, given, { style }).join("\n");

const formats = { lines, impactMarkdown, impactHtml };

/** An impact in which everything that others write is this text. */
function named(text: string): Impact {
  const fields = { method: "GET", scheme: "https", host: "a.example", client_ip: text } as const;
  const one = example({ ...fields, uri: "/" }, { "x-a": [text], "user-agent": [text] });
  // As many as it takes to say what they have in common.
  const examples = [one, one, one];
  return impactOfPassages(
    [
      passage(forwarded, deniedBy(1, text), 3, { examples }),
      passage(forwarded, unknown, 2),
      passage(forwarded, forwarded, 4),
    ],
    {
      reasons: [
        { cause: { kind: "missing", name: text }, count: 2 },
        { cause: { kind: "action", what: text }, count: 2 },
        { cause: { kind: "untranslated", what: text }, count: 2 },
      ],
      rules: [
        [{ path: "/inbound/0", name: text, count: 1, unknown: 0 }],
        [{ path: "/inbound/0", name: text, count: 0, unknown: 2 }],
      ],
      dimensions: {
        host: {
          values: 1,
          rows: [{ value: text, changed: 3, newlyDenied: 3, newlyForwarded: 0 }],
        },
        path: {
          values: 1,
          rows: [{ value: text, changed: 3, newlyDenied: 3, newlyForwarded: 0 }],
        },
        network: {
          values: 1,
          rows: [{ value: text, changed: 3, newlyDenied: 3, newlyForwarded: 0 }],
        },
      },
    },
  );
}

test.each([60, 80, 100])("a long path leaves room for its numbers in %i columns", (width) => {
  const impact = named(`/products/${"long-".repeat(40)}`);
  const narrow = { ...style, width };
  const text = laidOut(impactLines(impact, names, { style: narrow }).join("\n"), narrow);
  expect(text).toMatch(/^By path\n +newly denied\n {2}\/products\/long-\S*… +\S+ +3$/m);
});

const namesOf = (text: string): ImpactNames => ({
  before: text,
  after: text,
  log: text,
  notes: [["Asked: ", { code: text }, "."]],
  linkOf: () => link(text),
});

const link = (text: string): string => `https://play.example/?a"b#v1.${text}`;

// What a page consists of; XML does without a type, and has all elements closed.
const tags =
  "html head meta title style body main h1 h2 p a code dl div dt dd span svg rect path text ul li section figure figcaption table caption thead tbody tr th td strong br details summary".split(
    " ",
  );

const known =
  "lang charset http-equiv content name class width height aria-hidden aria-label focusable fill x y d rx opacity viewBox role tabindex scope data-heading href text-anchor".split(
    " ",
  );

function pageOf(html: string) {
  const onError = (_level: string, message: string): never => {
    throw new Error(`${message} in ${html}`);
  };
  return new DOMParser({ onError }).parseFromString(
    html.replace("<!doctype html>", "").replaceAll("<br>", "<br/>"),
    "text/xml",
  );
}

test("hostile names stay names on a page", () => {
  seeded(
    fc.property(hostile, (text) => {
      const root = pageOf(impactHtml(named(text), namesOf(text)));
      const all = [...root.getElementsByTagName("*")];
      expect(all.map((one) => one.tagName).filter((tag) => !tags.includes(tag))).toEqual([]);
      const attributes = all.flatMap((one) => [...one.attributes].map(({ name }) => name));
      expect(attributes.filter((name) => /^on|^style$|^src$/.test(name))).toEqual([]);
      expect(new Set(attributes.filter((name) => !known.includes(name)))).toEqual(new Set());
      const links = all.filter((one) => one.hasAttribute("href"));
      expect(links.map(({ tagName }) => tagName)).toEqual(["a", "a", "a"]);
    }),
  );
});

test("an example has a link where there is one, and none otherwise", () => {
  const html = impactHtml(named("a"), namesOf("a"));
  const links = [...pageOf(html).getElementsByTagName("a")];
  expect(new Set(links.map((one) => one.getAttribute("href")))).toEqual(new Set([link("a")]));
  expect(impactHtml(named("a"), { ...names, linkOf: () => undefined })).not.toContain("<a ");
  expect(impactHtml(named("a"), names)).not.toContain("<a ");
});

test("what is common stands on top of a page, and in each other format", () => {
  const sentence = /Of the 3 requests that change, all come from one network/;
  const html = impactHtml(named("a"), names);
  expect(pageOf(html).getElementsByTagName("p")[1]?.textContent).toMatch(sentence);
  expect(html.match(new RegExp(sentence, "g"))).toHaveLength(1);
  expect(lines(named("a"))).toMatch(sentence);
  expect(impactMarkdown(named("a"), names)).toMatch(sentence);
});

test("hostile names stay names in Markdown", () => {
  seeded(
    fc.property(hostile, (text) => {
      const root = rendered(impactMarkdown(named(text), namesOf(text)));
      const found = elements(root, "*").map(({ tagName }) => tagName);
      expect(found.filter((tag) => ![...ours, "h4"].includes(tag))).toEqual([]);
      expect(elements(root, "table")).toHaveLength(7);
      expect(new Set(elements(root, "tr").map((row) => elements(row, "td").length))).toEqual(
        new Set([0, 2, 3, 4, 5]),
      );
    }),
  );
});

test("a terminal gets nothing from others that it would obey", () => {
  seeded(
    fc.property(hostile, (text) => {
      const shown = lines(named(text), { ...names, log: text }).split("\n");
      expect(shown.map(visible)).toEqual(shown);
      expect(shown).toHaveLength(lines(named("a")).split("\n").length);
    }),
  );
});

test.each(Object.entries(formats))("%s has each summary, count and no secret", (_name, format) => {
  const text = format(week, names);
  for (const expected of ["47,412,906", "295,000", "1,204", "would newly be denied"]) {
    expect(text).toContain(expected);
  }
  expect(text).not.toMatch(/s3cr3t|9fX2mQ7v/);
});

test.each(Object.entries(formats))("%s tells of an empty log", (_name, format) => {
  const text = format(emptyImpact, names);
  expect(text).toContain("The log is empty");
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

test.each(Object.entries(formats))("%s tells where nothing is known", (_name, format) => {
  const text = format(impactOfPassages([passage(unknown, unknown, 7)]), names);
  expect(text).toContain("Of 7 requests, no result is known.");
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

test("an example says nothing that the log does not tell", () => {
  const examples = [
    example({ uri: "/a", host: null, status: null }),
    example({ uri: "/b", host: "b.example", method: "PUT", status: 404 }),
  ];
  const text = lines(impactOfPassages([passage(forwarded, deniedBy(1), 2, { examples })]));
  expect(text.split("\n").slice(-2)).toEqual(["  /a", "  PUT //b.example/b; it got 404"]);
});

test("the same outcome with another response is told apart from no change", () => {
  const impact = impactOfPassages([
    passage(deniedBy(1), deniedBy(1), 5),
    passage(deniedBy(1), deniedBy(2), 2, { isChanged: true }),
  ]);
  expect(lines(impact)).toMatch(
    /denied with 403 +denied with 403 +7 +100 % +2 with another result/,
  );
  expect(impactMarkdown(impact, names)).toContain(
    "| denied with 403 | denied with 403 | 7 | 100 % | 2 with another result |",
  );
  expect(impactHtml(impact, names)).toContain("2 with another result");
});

test("on a terminal, what is left out is counted", () => {
  const text = lines(week);
  expect(text).toContain("2026-03-07");
  expect(text).toContain("  and 4,209 more\n");
  expect(text).not.toContain("Matches of");
});

test("a comment on a pull request fits into one, however much there is", () => {
  const long = "x".repeat(3000);
  const examples = Array.from({ length: 20 }, () =>
    example(
      { uri: "/" },
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`h${at}`, [long]])),
    ),
  );
  const passages = Array.from({ length: 60 }, (_, index) =>
    passage(forwarded, deniedBy(index + 1, long), index + 1, { examples }),
  );
  const rows = Array.from({ length: 500 }, (_, index) => ({
    value: `${long}${index}`,
    changed: 1,
    newlyDenied: 1,
    newlyForwarded: 0,
  }));
  const table = { values: 500, rows };
  const rules = Array.from({ length: 500 }, (_, index) => ({
    path: `/inbound/${index}`,
    name: long,
    count: 1,
    unknown: 1,
  }));
  const text = impactMarkdown(
    impactOfPassages(passages, {
      rules: [rules, rules],
      dimensions: { day: table, host: table, path: table, country: table, network: table },
    }),
    names,
  );
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toContain("are omitted, because a comment holds");
  expect(texts(rendered(text), "h3")).toEqual(["Impact on recorded traffic"]);
});
