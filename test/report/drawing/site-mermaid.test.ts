import { DrawingError, siteMermaid, type DrawnSite } from "@traffic-policy/report/drawing";
import { expect, test } from "vitest";

const site: DrawnSite = {
  endpoints: [
    { url: "https://shop.example", isEntry: true, checks: [], isUnread: false },
    {
      url: "https://api.internal",
      isEntry: false,
      checks: ["jwt-validation"],
      server: "http://localhost:80",
      isUnread: false,
    },
    { url: "https://old.internal", isEntry: false, checks: [], isUnread: true },
  ],
  forwards: [
    { from: 0, to: 1, url: "https://api.internal", rule: 'API "v1"' },
    { from: 0, to: 2, url: "https://old.internal" },
    { from: 0, to: undefined, url: "https://none.internal" },
  ],
  leftOut: 0,
  way: { hops: [0, 1], reachesServer: true, exchange: "GET https://shop.example/" },
};

test("endpoints, checks, servers and what is not known are drawn, and the way of a request is lit", () => {
  const [, drawing] = siteMermaid(site).split("forwards between them\n");

  expect(drawing).toBe(`  e0(["https#58;//shop.example"])
  e1["https#58;//api.internal<br>✓ jwt-validation"]
  e2["https#58;//old.internal<br>policy not known"]
  s1[("http#58;//localhost#58;80")]
  x0["https#58;//none.internal<br>not in the site"]
  e0 -->|"API #34;v1#34;"| e1
  e0 --> e2
  e0 -.-> x0
  e1 --> s1
  classDef missing stroke:#e5534b,stroke-width:2px,stroke-dasharray:4 3
  class x0 missing
  linkStyle 0,3 stroke:#218bff,stroke-width:4px
`);
});

test("how many endpoints are missing is drawn", () => {
  const drawing = siteMermaid({ ...site, forwards: [], leftOut: 2 });

  expect(drawing).toContain('\n  x0["At least 2 endpoints left out"]\n');
  expect(drawing).toContain("\n  class x0 missing\n");
});

test("a site with more forwards than Mermaid draws is refused", () => {
  const forwards = Array.from({ length: 501 }, () => ({
    from: 0,
    to: 1,
    url: "https://api.internal",
  }));

  expect(() => siteMermaid({ ...site, forwards })).toThrow(DrawingError);
});
