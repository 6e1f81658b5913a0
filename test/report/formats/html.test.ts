import html from "@traffic-policy/report/formats/html";
import { DOMParser, type Document, type Element } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";
import { elements } from "../drawing/svg-document.ts";
import { context, diagnostic, report, withWitness } from "../sample.ts";

/** Reads a page as strictly as XML is read: each element is closed. */
function parsed(page: string): Document {
  const onError = (_level: string, message: string): never => {
    throw new Error(`${message} in ${page}`);
  };
  const xml = page.replace("<!doctype html>", "");
  return new DOMParser({ onError }).parseFromString(xml, "text/xml");
}

const textsOf = (of: Document | Element, name: string): string[] =>
  elements(of, name).map((one) => (one.textContent ?? "").trim().replaceAll(/\s+/g, " "));

const section = {
  name: "web.json",
  columns: ["file", "result"],
  result: "1 refuted",
  isGood: false,
  subject: "what was refuted",
  lines: ["  ✗ No crawler <gets> in", "      GET https://example.com/"],
  findings: [],
};

test("a page has what was checked, the findings with their lines, and what was not looked at", () => {
  const page = parsed(
    html(
      report([diagnostic({ severity: "info", message: "Last." }), withWitness], {
        failures: [{ file: "bad.ts", message: "It throws no.", help: "Look." }],
        notChecked: [{ file: "other.tf", reason: "it is no plan" }],
        notes: ["Proofs hold for all requests."],
        sections: [section],
      }),
      context({ "web.json": "{\n    one two\n}" }),
    ),
  );

  expect(textsOf(page, "h2")).toEqual([
    "Could not be linted",
    "web.json",
    "2 findings",
    "Not linted",
  ]);
  expect(textsOf(page, "li")).toEqual(["bad.ts: It throws no. Look.", "other.tf: it is no plan"]);
  expect(elements(page, "pre")[0]?.textContent).toBe(section.lines.join("\n"));
  expect(textsOf(page, "article")).toEqual([
    "error: A name is missing here. expression/syntax web.json:2:5 | 2 | one two | ^^^ It fails for GET https://example.com/. Add one.",
    "info: Last. expression/syntax web.json:2:5 | 2 | one two | ^^^",
  ]);
  expect(textsOf(page, "p")).toContain("Proofs hold for all requests.");
});

test("a page says what a baseline and the configuration leave out", () => {
  const page = parsed(
    html(report([], { baseline: { known: 2, stale: 1 }, ignored: 3 }), context()),
  );
  expect(textsOf(page, "p")).toContain("2 findings of the baseline left out.");
  expect(textsOf(page, "p").join()).toContain("1 finding of the baseline no longer there");
  expect(textsOf(page, "h2")).toEqual(["Not linted"]);
  expect(textsOf(page, "li")).toEqual(["3 files ignored by lint.ignore"]);
});

test("without findings a page says so", () => {
  expect(textsOf(parsed(html(report([]), context())), "p")[0]).toBe("No findings in 1 file.");
});

test("a picture stands in it as it is", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  expect(html(report([], { pictures: [svg] }), context())).toContain(svg);
});

test("a secret in a line that is shown is hidden", () => {
  const source = "\n    one: two, password: hunter22\n";
  const page = html(report([diagnostic()]), context({ "web.json": source }));
  expect(page).not.toContain("hunter22");
});

test("hostile texts stay texts, and the page runs nothing", () => {
  const usual =
    "html head meta title style body main h1 h2 p section article pre code strong ul li";
  const hostile = fc.oneof(
    anyText(),
    fc.constantFrom('"><script>a()</script>', "</pre><b a='", "]]>"),
  );
  seeded(
    fc.property(hostile, (text) => {
      const file = diagnostic().location?.file ?? "";
      const found = diagnostic({ message: text, help: text, rule: text });
      const given = report([found], {
        failures: [{ file: text, message: text }],
        notChecked: [{ file: text, reason: text }],
        notes: [text],
        summary: text,
        sections: [{ ...section, name: text, about: text, result: text, lines: [text] }],
      });
      const all = elements(parsed(html(given, context({ [file]: `\n${text}` }))), "*");

      expect(
        all.map(({ tagName }) => tagName).filter((tag) => !usual.split(" ").includes(tag)),
      ).toEqual([]);
      const names = all.flatMap((one) => [...one.attributes].map(({ name }) => name));
      expect(names.filter((name) => /^on|^style$|^src$|^href$/.test(name))).toEqual([]);
    }),
  );
});
