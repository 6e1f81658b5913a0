import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { project, run } from "../command.ts";
import { shop } from "./policy.ts";

function schema(name: string) {
  const file = new URL(`../../../packages/cli/schema/${name}.schema.json`, import.meta.url);
  return new Ajv2020({ strictTypes: false, allErrors: true }).compile(
    JSON.parse(readFileSync(file, "utf8")) as object,
  );
}

const isReport = schema("simulation");
const isExchange = schema("exchange");

const get = ["--request", "GET https://example.com/v1/a?b=c"];

const recording = JSON.stringify({
  log: {
    entries: ["https://example.com/", "data:a"].map((url) => ({
      request: { method: "GET", url, headers: [] },
      response: { status: 200, headers: [] },
    })),
  },
});

interface Simulated {
  readonly outcome?: { readonly trace?: object };
  readonly possible?: readonly { readonly outcome: { readonly trace?: object } }[];
}

test.each([
  ["forwarded", [...get, "--header", "authorization: Bearer a", "--header", "x-member: 1"]],
  ["answered", [...get, "--header", "authorization: Bearer a", "--client-ip", "203.0.113.7"]],
  ["failed", get],
  ["of a recording", ["--exchange", "recording.har"]],
  [
    "with bytes",
    [
      ...get,
      "--header",
      "authorization: Bearer a",
      "--response",
      "200",
      "--response-body-file",
      "bytes",
    ],
  ],
])("what is printed is as the schema says: %s", async (_what, args) => {
  const cwd = project({
    "shop.yaml": shop,
    "recording.har": recording,
    bytes: new Uint8Array([0xff, 0]),
  });
  for (const more of [[], ["--trace"]]) {
    const all = ["simulate", "shop.yaml", "--format", "json", ...args, ...more];
    const { out } = await run(all, { cwd });
    const report = JSON.parse(out) as { simulations: Simulated[] };
    expect(isReport(report), JSON.stringify(isReport.errors, null, 1)).toBe(true);
    const [{ outcome, possible = [] } = {}] = report.simulations;
    const outcomes = [...(outcome ? [outcome] : []), ...possible.map((one) => one.outcome)];
    expect(outcomes.length).toBeGreaterThan(0);
    for (const { trace } of outcomes) expect(trace !== undefined).toBe(more.length > 0);
    expect(out.includes('"base64": "/wA="')).toBe(args.includes("bytes"));
  }
});

test("problems of the policy have their places", async () => {
  const policy = '{"inbound": [{"expressions": ["1 +"], "actions": [{"type": "deny"}]}]}';
  const cwd = project({ "a.json": policy });
  const { out } = await run(["simulate", "a.json", ...get, "--format", "json"], { cwd });
  const report = JSON.parse(out) as { problems: { location: object }[] };
  expect(isReport(report)).toBe(true);
  expect(report.problems).toMatchObject([
    { path: "/inbound/0/expressions/0", location: { file: "a.json", start: { line: 1 } } },
  ]);
});

test("the schema of exchanges takes what the command takes, and not what it refuses", async () => {
  const right = { request: { url: "https://example.com/", headers: { a: ["b"] } }, time: 0 };
  const wrong = { request: { url: "https://example.com/", headers: { a: 1 } } };
  const cwd = project({
    "shop.yaml": shop,
    "right.json": JSON.stringify(right),
    "wrong.json": JSON.stringify(wrong),
  });
  expect([isExchange(right), isExchange(wrong)]).toEqual([true, false]);
  const status = async (file: string) =>
    (await run(["simulate", "shop.yaml", "--exchange", file], { cwd })).status;
  expect([await status("right.json"), await status("wrong.json")]).toEqual([1, 2]);
});
