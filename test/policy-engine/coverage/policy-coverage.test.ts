import {
  compilePolicy,
  PolicyCoverage,
  simulateSync,
  type Exchange,
} from "@traffic-policy/policy-engine";
import { gapText } from "@traffic-policy/policy-engine/internal";
import type { JsonValue } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";

const log = [{ type: "log", config: { metadata: {} } }];

/** What requests for these paths leave uncovered of a rule with these expressions. */
async function gaps(
  expressions: readonly string[],
  paths: readonly string[],
  actions: JsonValue = log,
): Promise<string[]> {
  return gapsOf({ inbound: [{ name: "R", expressions: [...expressions], actions }] }, paths);
}

async function gapsOf(document: JsonValue, paths: readonly string[]): Promise<string[]> {
  const coverage = await covered(document, paths);
  return coverage.gaps().map((gap) => `${gap.text ?? gap.path} ${gapText(gap)}`);
}

async function covered(document: JsonValue, paths: readonly string[]): Promise<PolicyCoverage> {
  const policy = await compilePolicy(document);
  const coverage = new PolicyCoverage(policy);
  for (const path of paths) {
    const exchange: Exchange = { request: { url: `https://example.com${path}` } };
    const { trace } = simulateSync(policy, exchange, { trace: true });
    if (trace !== undefined) coverage.add(trace);
  }
  return coverage;
}

const has = (name: string): string => `hasQueryParam('${name}')`;

test.each([
  [[], ["/inbound/0 is never reached"]],
  [["/?a"], [`${has("a")} is never false`]],
  [["/"], [`${has("a")} is never true`]],
  [["/", "/?a"], []],
])("of a rule with one condition, %j leaves %j", async (paths, left) => {
  expect(await gaps([has("a")], paths)).toEqual(left);
});

test("an expression after one that was always false is never evaluated", async () => {
  expect(await gaps([has("a"), has("b")], ["/"])).toEqual([
    `${has("a")} is never true`,
    `${has("b")} is never evaluated`,
  ]);
});

test("a rule without expressions matches, or is never reached", async () => {
  expect(await gaps([], ["/"])).toEqual([]);
  const document = {
    inbound: [
      { name: "All", actions: [{ type: "deny" }] },
      { name: "Dead", actions: log },
    ],
  };
  expect(await gapsOf(document, ["/"])).toEqual(["/inbound/1 is never reached"]);
});

const and = `${has("a")} && ${has("b")}`;
const or = `${has("a")} || ${has("b")}`;

test.each([
  [and, ["/"], [`${and} is never true`, `${has("b")} is never evaluated`]],
  [and, ["/?a", "/?a&b"], [`${has("a")} never decides by being false`]],
  [and, ["/", "/?a&b"], [`${has("b")} never decides by being false`]],
  [and, ["/", "/?a", "/?a&b"], []],
  [or, ["/?a"], [`${or} is never false`, `${has("b")} is never evaluated`]],
  [or, ["/", "/?a"], [`${has("b")} never decides by being true`]],
  [or, ["/", "/?b"], [`${has("a")} never decides by being true`]],
  [or, ["/", "/?a", "/?b"], []],
  [`!(${and})`, ["/?a", "/?a&b"], [`${has("a")} never decides by being false`]],
  [`(${and}) || ${has("c")}`, ["/", "/?c", "/?a&b"], [`${has("b")} never decides by being false`]],
  [
    `${has("a")} ? ${and} : ${or}`,
    ["/?a", "/?a&b", "/?b"],
    [`${has("a")} never decides by being false`, `${has("a")} never decides by being true`],
  ],
])("of %s, %j leaves %j", async (expression, paths, left) => {
  expect(await gaps([expression], paths)).toEqual(left);
});

test("a gap knows its place, and which operand it is", async () => {
  const coverage = await covered(
    { inbound: [{ expressions: [`${has("c")} || (${and})`], actions: log }] },
    ["/", "/?c", "/?a&b"],
  );
  const start = `${has("c")} || (${has("a")} && `.length;
  expect(coverage.gaps()).toEqual([
    {
      rule: { path: "/inbound/0", direction: "inbound" },
      path: "/inbound/0/expressions/0",
      span: { start, end: start + has("b").length },
      text: has("b"),
      never: "false",
      operand: [1, 1],
    },
  ]);
});

test("what counts: two things a rule, two an expression, two an operand", async () => {
  const document = { inbound: [{ expressions: [and, has("c")], actions: log }, { actions: log }] };
  expect((await covered(document, [])).count()).toEqual({ covered: 0, all: 2 + 2 + 4 + 2 + 1 });
  // Not matched; the first expression and its first operand false; the second rule.
  expect((await covered(document, ["/"])).count()).toEqual({ covered: 4, all: 11 });
  const all = ["/", "/?a", "/?a&b", "/?a&b&c"];
  expect((await covered(document, all)).count()).toEqual({ covered: 11, all: 11 });
});

test("nothing is left if and only if everything is counted as covered", async () => {
  const document = {
    inbound: [
      { expressions: [`(${or}) && !(${has("c")} && ${has("d")})`, has("e")], actions: log },
      { expressions: [has("f")], actions: [{ type: "deny" }] },
      { expressions: [`${has("g")} ? ${has("a")} : ${or}`], actions: log },
    ],
  };
  const paths = ["", "a", "b", "a&c", "a&c&d", "a&e", "f", "g", "g&a"].map((query) => `/?${query}`);
  for (let count = 0; count <= paths.length; count++) {
    const coverage = await covered(document, paths.slice(0, count));
    const { covered: done, all } = coverage.count();
    expect(coverage.gaps().length === 0).toBe(done === all);
  }
});

test("an expression that fails counts for nothing, and is told as evaluated", async () => {
  expect(await gaps(["req.headers['x'][0] == 'a'"], ["/"])).toEqual([
    "req.headers['x'][0] == 'a' is never true",
    "req.headers['x'][0] == 'a' is never false",
  ]);
});

test("a rule whose action fails has matched", async () => {
  const coverage = await covered(
    {
      inbound: [
        { actions: [{ type: "log", config: { metadata: { a: "${req.headers['x'][0]}" } } }] },
      ],
    },
    ["/"],
  );
  expect(coverage.count()).toEqual({ covered: 1, all: 1 });
});
