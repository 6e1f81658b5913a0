import { expect, test } from "vitest";
import { ask, at, yaml } from "./ask.ts";

// A policy in phases, in all questions that a pane asks.

const text = `on_http_request:
  - name: Admin
    expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: deny, config: { status_code: 404 } }]
  - name: Nobody
    expressions: ["req.url.path == '/admin/a'"]
    actions: [{ type: deny }]
`;
const policy = yaml(text);
const exchange = { format: "exchange", text: "request: { url: https://a.example/admin }" } as const;
const cases =
  "cases: [{ name: a, request: { url: https://a.example/admin }, expect: { status: 404 } }]";

test("its outcome names the phases, in their order", async () => {
  const shown = await ask("simulate", { policy, exchange });
  if (shown.kind !== "exchange") throw new Error("It is no exchange.");
  expect(shown.result).toMatchObject({
    text: "answered with 404",
    by: 'deny of on_http_request rule "Admin"',
  });
  expect(shown.directions.map(({ direction }) => direction)).toEqual([
    "on_tcp_connect",
    "on_http_request",
    "on_http_response",
    "on_event_stream_message",
  ]);
  expect(at(text, shown.directions[1]?.rules[0]?.expressions[0]?.place)).toBe(
    "req.url.path.startsWith('/admin')",
  );
});

test("its cases are run and suggested, and coverage names its rules", async () => {
  const ran = await ask("runCases", { policy, cases });
  expect(ran.counts).toEqual({ passed: 1, failed: 0, undecided: 0, errors: 0 });
  expect(ran.coverage.rules.map(({ path }) => path)).toEqual([
    "/on_http_request/0",
    "/on_http_request/1",
  ]);
  expect(ran.coverage.gaps.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('on_http_request rule "Nobody"'),
  );
  expect((await ask("suggestCases", { policy, cases })).count).toBeGreaterThan(0);
});

test("what no exchange reaches is proved", async () => {
  const { rules } = await ask("prove", { policy });
  expect(rules.map(({ name, state }) => [name, state])).toEqual([
    ["Admin", "reached"],
    ["Nobody", "never"],
  ]);
});

test("two versions are compared", async () => {
  const other = yaml(text.replace("404", "403"));
  expect(await ask("compare", { policy, other })).toMatchObject({ verdict: "different" });
  expect(await ask("compare", { policy, other: policy })).toMatchObject({ verdict: "same" });
});

test("lint knows what each phase has", async () => {
  const wrong = "on_http_response:\n  - name: A\n    actions: [{ type: deny }]\n";
  const { findings } = await ask("lint", { policy: yaml(wrong) });
  expect(findings.map(({ rule, place }) => [rule, at(wrong, place)])).toEqual([
    ["action/unavailable", "deny"],
  ]);
});

test("it is drawn, and pushed as it is", async () => {
  const { svg } = await ask("draw", { policy, exchange });
  expect(svg).toContain("on_http_request");
  expect(JSON.parse((await ask("deployed", { policy })).text)).toHaveProperty("on_http_request");
});
