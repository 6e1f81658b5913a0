import { TextsHost } from "@traffic-policy/language-server";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import sitePolicy from "../../docs/examples/site/site.policy.ts";
import { figuresOf } from "../../docs/.vitepress/figures.ts";
import { scriptsInFiles } from "../../docs/.vitepress/scripts-in-files.ts";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import type { Proved } from "../../packages/playground/src/work/messages.ts";
import { answer } from "../../packages/playground/src/work/answer.ts";
import { playgroundExamples } from "../../scripts/bundle/playground-examples.js";
import { readResults } from "../bench/results.ts";

interface Example {
  readonly name: string;
  readonly state: PlaygroundState;
}

test("the figures of the front page are those that were measured last", () => {
  const results = readResults();
  const figures = figuresOf(results);
  expect(figures.length).toBeGreaterThan(3);
  for (const { value, about, peer } of figures) {
    expect(value).toMatch(/^\d[\d,.]* (?:ms|µs|requests\/s)$/);
    expect(about).not.toMatch(/^\d/);
    expect(peer).toMatch(/^\d[\d,.]* (?:ms|µs|requests\/s) \w/);
  }
  const lint = results["start"]?.tables[0]?.rows.find(
    ({ name }) => name === "lint one JSON policy",
  );
  expect(Number.parseFloat(figures[0]?.value ?? "")).toBeCloseTo(lint?.value ?? Number.NaN, 0);
});

test("a goal that is missed is shown as missed", () => {
  const row = (name: string, ratio: number) => ({ name, value: 9, unit: "ms", ratio });
  const rows = ["node -e 0", "bare @bufbuild/cel", "a reverse proxy of undici"].map((name) =>
    row(name, 1),
  );
  const goals = { of: "ratio", most: 2 } as const;
  const measured = [
    "lint one JSON policy",
    "simulateSync",
    "reach of all rules",
    "serve, a policy of 10 rules",
  ];
  const titles = {
    start: "Whole processes",
    simulate: "Twenty rules of typical conditions",
    prove: "Proofs about a policy of 50 rules",
    serve: "Requests per second",
  };
  const results = Object.fromEntries(
    Object.entries(titles).map(([part, title], index) => [
      part,
      {
        date: "",
        machine: "",
        tables: [
          {
            title,
            rows: [...rows, { ...row(measured[index] ?? "", index + 1), goal: goals }],
          },
        ],
      },
    ]),
  );
  expect(figuresOf(results).map(({ goal }) => goal)).toEqual([
    "goal ≤ 2.00 ×",
    "goal ≤ 2.00 ×",
    "goal ≤ 2.00 ×, missed",
    "goal ≤ 2.00 ×, missed",
  ]);
});

describe("the policy of the front page", () => {
  const { review, mended } = Object.fromEntries(
    (JSON.parse(playgroundExamples()) as Example[]).map((one) => [one.name, one.state]),
  );

  async function proved(state: PlaygroundState | undefined) {
    const { text = "" } = state?.policy ?? {};
    const { assertions = "" } = state ?? {};
    const about = { policy: { language: "yaml" as const, text }, assertions, seconds: 20 };
    const reply = await answer("prove", about);
    if (reply.state !== "answered") throw new Error(reply.problem.message);
    return (reply.answer as Proved).assertions;
  }

  test("lint finds nothing in it, and a request refutes it", async () => {
    const host = new TextsHost();
    host.give("file:///web.policy.yaml", review?.policy.text ?? "");
    const { findings } = await host.check("file:///web.policy.yaml", "policy");
    expect(Object.values(findings).flat()).toEqual([]);
    const assertions = await proved(review);
    expect(assertions.map(({ verdict }) => verdict)).toEqual(["refuted"]);
    expect(assertions[0]?.counterexample?.title).toContain("GET https://example.com/admin");
  });

  test("is mended by the pattern of the policy in code, and by nothing else", async () => {
    const assertions = await proved(mended);
    expect(assertions.map(({ verdict }) => verdict)).toEqual(["proved"]);
    expect(parse(mended?.policy.text ?? "")).toEqual(JSON.parse(JSON.stringify(sitePolicy)));
    expect(
      mended?.policy.text.split("\n").filter((line) => !review?.policy.text.includes(line)),
    ).toEqual(["      - req.url.path.matches('^/admin(/|$)')"]);
  });
});

test("a figure that is not measured any more stops the build", () => {
  expect(() => figuresOf({})).toThrow(/has no row "lint one JSON policy" any more/);
});

test("scripts of a page become files that run in the same places", () => {
  const page = `<head>
<script id="dark">document.documentElement.classList.add("dark")</script>
<script type="module" src="/app.js"></script>
<script>
a < b; "</div>"
</script>
</head>`;
  const { html, files } = scriptsInFiles(page, "/base/");
  expect(html).not.toMatch(/<script[^>]*>[^<]/);
  expect(files.map(({ text }) => text.trim())).toEqual([
    'document.documentElement.classList.add("dark")',
    'a < b; "</div>"',
  ]);
  const [dark, other] = files;
  expect(html).toBe(`<head>
<script id="dark" src="/base/${dark?.path}"></script>
<script type="module" src="/app.js"></script>
<script src="/base/${other?.path}"></script>
</head>`);
  expect(scriptsInFiles(page, "/base/").files).toEqual(files);
});
