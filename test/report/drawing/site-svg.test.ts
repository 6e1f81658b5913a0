import { siteSvg, type DrawnForward, type DrawnSite } from "@traffic-policy/report/drawing";
import type { Element } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";
import { elements, parsed, shownTexts } from "./svg-document.ts";

const endpoint = { isEntry: false, checks: [], isUnread: false };
const site: DrawnSite = {
  endpoints: [
    { ...endpoint, url: "https://shop.example", isEntry: true },
    { ...endpoint, url: "https://api.internal", checks: ["jwt-validation"], server: "8080" },
    { ...endpoint, url: "https://old.internal", isUnread: true },
  ],
  forwards: [
    { from: 0, to: 1, url: "https://api.internal", rule: "API" },
    { from: 1, to: 0, url: "https://shop.example", rule: "Back" },
    { from: 0, to: undefined, url: "https://none.internal" },
  ],
  leftOut: 0,
};
const way = { hops: [0, 1], reachesServer: true, exchange: "GET https://shop.example/v1" };

const cards = (drawn: DrawnSite): Element[] =>
  elements(parsed(siteSvg(drawn)), "g").filter((one) => one.getAttribute("role") === "listitem");

test("each endpoint has a card with its checks, forwards and server, and so has a URL outside of the site", () => {
  expect(cards(site).map(shownTexts)).toEqual([
    ["https://shop.example", "API", "https://none.internal"],
    ["https://api.internal", "✓ jwt-validation", "Back", "server 8080"],
    ["https://none.internal", "not in the site"],
    ["https://old.internal", "policy not known"],
  ]);
});

test("how many endpoints are missing is drawn", () => {
  const [, about] = shownTexts(parsed(siteSvg({ ...site, leftOut: 2 })));

  expect(about).toBe("3 endpoints, 3 forwards, at least 2 endpoints left out");
});

test("the way of a request is lit, and nothing without one", () => {
  const lit = (drawn: DrawnSite): string[] =>
    elements(parsed(siteSvg(drawn)), "path")
      .filter((one) => one.getAttribute("class") === "lit")
      .map((one) => one.getAttribute("d") ?? "");
  const onPath = (drawn: DrawnSite): string[] =>
    cards(drawn)
      .filter((card) => /on-path/.test(elements(card, "rect")[0]?.getAttribute("class") ?? ""))
      .map((card) => card.getAttribute("aria-label") ?? "");

  expect(lit(site)).toEqual([]);
  expect(onPath(site)).toEqual([]);
  const [path = "", ...others] = lit({ ...site, way });
  expect(path.match(/M/g)).toHaveLength(1);
  expect(others).toEqual([]);
  expect(onPath({ ...site, way })).toEqual(["https://shop.example", "https://api.internal"]);
  expect(siteSvg({ ...site, way })).toContain("GET https://shop.example/v1");
});

test("of two forwards to one endpoint, the one that a request takes is lit", () => {
  const forwards = [
    { from: 0, to: 1, url: "https://api.internal", path: "/on_http_request/0/actions/0" },
    { from: 0, to: 1, url: "https://api.internal", path: "/on_http_request/1/actions/0" },
  ];
  const paths = ["/on_http_request/1/actions/0", undefined];
  const drawn = parsed(siteSvg({ ...site, forwards, way: { ...way, paths } }));
  const lit = elements(drawn, "path").find((one) => one.getAttribute("class") === "lit");

  expect(lit?.getAttribute("d")?.match(/M/g)).toHaveLength(1);
});

test("lines that go back stay in the picture", () => {
  const endpoints = [0, 1, 2, 3].map((index) => ({
    ...endpoint,
    url: `https://e${index}.internal`,
    isEntry: index === 0,
  }));
  const forwards = [1, 2, 3, 0].map((to, from) => ({ from, to, url: `https://e${to}.internal` }));
  const drawn = parsed(siteSvg({ endpoints, forwards, leftOut: 0 }));
  const width = Number(drawn.documentElement?.getAttribute("width"));
  const line = elements(drawn, "path").find((one) => one.getAttribute("class") === "line");
  const places = [...(line?.getAttribute("d") ?? "").matchAll(/[ C]([\d.]+) [\d.]+(?= |M|$)/g)];

  expect(places.length).toBeGreaterThan(4);
  for (const [, x] of places) expect(Number(x)).toBeLessThanOrEqual(width);
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf(element: Element): Box {
  const at = (name: string): number => Number(element.getAttribute(name));
  const [x, y] = [at("x"), at("y")];
  return { x, y, right: x + at("width"), bottom: y + at("height") };
}

test("no card covers another one or leaves the picture, whatever the site and its texts", () => {
  const count = 5;
  const forward = fc.record({
    from: fc.nat(count - 1),
    to: fc.option(fc.nat(count - 1), { nil: undefined }),
    url: anyText(),
    rule: anyText(),
  }) satisfies fc.Arbitrary<DrawnForward>;
  const drawn = fc.record({
    endpoints: fc.array(
      fc.record({
        url: anyText(),
        isEntry: fc.boolean(),
        checks: fc.array(anyText(), { maxLength: 2 }),
        server: anyText(),
        isUnread: fc.boolean(),
      }),
      { minLength: count, maxLength: count },
    ),
    forwards: fc.array(forward, { maxLength: 8 }),
    leftOut: fc.nat(2),
  });
  seeded(
    fc.property(drawn, (one) => {
      const outside = new Set(
        one.forwards.flatMap(({ to, url }) => (to === undefined ? [url] : [])),
      );
      const [whole] = elements(parsed(siteSvg(one)), "svg").map(boxOf);
      const boxes = cards(one).map((card) => boxOf(elements(card, "rect")[0] as Element));

      expect(boxes).toHaveLength(count + outside.size);
      for (const [index, box] of boxes.entries()) {
        expect(box.right <= (whole?.right ?? 0) && box.bottom <= (whole?.bottom ?? 0)).toBe(true);
        for (const other of boxes.slice(0, index)) {
          const isBeside = box.x >= other.right || other.x >= box.right;
          expect(isBeside || box.y >= other.bottom || other.y >= box.bottom).toBe(true);
        }
      }
    }),
  );
});
