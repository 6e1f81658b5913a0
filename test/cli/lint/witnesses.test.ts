import { jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";
import { Prover } from "@traffic-policy/policy-proof";
import { afterEach, describe, expect, test, vi } from "vitest";
import { distinctRules } from "../../bench/fixtures/distinct-rules.ts";
import { writtenPolicies } from "../../policy-builder/to-source/documents.ts";
import { wrongConditions } from "../../policy-lint/wrong/conditions.ts";
import { wrongPolicies } from "../../policy-lint/wrong/policies.ts";
import { projectOf } from "../project.ts";
import { expectShownClaims, lint } from "./shown-claims.ts";

function policyWith(expression: string, content = "a"): PolicySource {
  const actions = [{ type: "custom-response", config: { status_code: 200, content } }];
  const rule = { name: "a", expressions: [expression], actions };
  return jsonPolicySource("web.json", JSON.stringify({ inbound: [rule] }));
}

test.each([
  ["req.headers['x-a'][0] == 'b'", "It fails for GET https://example.com/."],
  [
    "req.url.path == '/a' && req.headers['x-a'][0] == 'b'",
    "It fails for GET https://example.com/a.",
  ],
  [
    "getReqCookie('a').value == 'b'",
    "It fails for GET https://example.com/. It does not with absentCookie=empty.",
  ],
  [
    "conn.geo.country_code != 'NO'",
    "With absentVariables=error, it fails for GET https://example.com/ with conn.geo.country_code null.",
  ],
  ["actions.ngrok.restrict_ips.action == 'deny'", "It fails for GET https://example.com/."],
  [
    "req.url.path == '/v1/orders-2024' && req.headers['x-a'][0] == 'b'",
    "It fails for GET https://example.com/v1/orders-2024.",
  ],
  ["size(req.method) / (1 - 1) == 3", "It fails for GET https://example.com/."],
])("what lint says of %s is shown by an exchange", async (expression, message) => {
  const { found } = await lint(policyWith(expression));
  expect(found.flatMap(({ witness }) => witness?.message ?? [])).toEqual([message]);
});

test("so is what it says of an interpolation", async () => {
  const { found } = await lint(policyWith("req.method == 'PUT'", "${req.headers['x-a'][0]}"));
  expect(found.flatMap(({ witness }) => witness ?? [])).toEqual([
    {
      message: "It fails for PUT https://example.com/.",
      exchange: { request: { method: "PUT", url: "https://example.com/" } },
    },
  ]);
});

test("an exchange with a secret of the policy in it is not shown", async () => {
  const { found } = await lint(
    policyWith(
      "'9fK2mQ7xV4bL1pT8zR5w' in req.headers['x-api-key'] && req.headers['x-a'][0] == 'b'",
    ),
  );
  const own = found.filter(({ rule }) => rule === "expression/unguarded-access");
  expect(own.map(({ message, witness }) => [message, witness?.message])).toEqual([
    [
      "req.headers['x-api-key'] fails when there is no such entry.",
      "It fails for GET https://example.com/.",
    ],
    ["req.headers['x-a'] fails when there is no such entry.", undefined],
  ]);
});

const conditions = wrongConditions.map(({ marked }) => policyWith(marked.replaceAll(/[«»]/g, "")));
const policies = [
  ...wrongPolicies.map(({ marked }) => marked.replaceAll(/[«»]/g, "")),
  ...writtenPolicies("published").map(({ document }) => JSON.stringify(document)),
].map((text) => jsonPolicySource("web.json", text));

test("every exchange does what is claimed", async () => {
  const { claimed, shown } = await expectShownClaims([...conditions, ...policies]);
  expect(claimed).toBeGreaterThan(10);
  // Names of earlier days are never missing in a simulation, and a request always has a host.
  expect(shown / claimed).toBeGreaterThan(0.8);
});

test("when the work of a run is done, findings come without exchanges", async () => {
  const simple = policyWith("req.headers['x-a'][0] == 'b'");
  const inbound = distinctRules(150).inbound ?? [];
  const rule = { expressions: ["req.headers['x-a'][0] == 'c'"], actions: [{ type: "deny" }] };
  const hard = jsonPolicySource("hard.json", JSON.stringify({ inbound: [...inbound, rule] }));
  expect(await areShown(simple)).toEqual([true]);
  expect(await areShown(hard, simple)).toEqual([false, false]);
});

test("a long document leaves no room for others", async () => {
  const simple = policyWith("req.headers['x-a'][0] == 'b'");
  const long = policyWith("req.headers['x-a'][0] == 'b'", "a".repeat(199_900));
  expect(await areShown(simple, long)).toEqual([true, false]);
});

/** Whether exchanges show that the header `x-a` is missing, where one run lints these policies. */
async function areShown(...sources: readonly PolicySource[]): Promise<readonly boolean[]> {
  const { found } = await lint(...sources);
  return found
    .filter(({ message }) => message.startsWith("req.headers['x-a']"))
    .map(({ witness }) => witness !== undefined);
}

describe("an exchange is searched for", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const warning = "req.headers['x-a'][0] == 'b'";
  const note = "It fails for GET";

  function policy(expression: string, name = "a"): object {
    return { inbound: [{ name, expressions: [expression], actions: [{ type: "deny" }] }] };
  }

  /** What a command line in a project prints, and how often it asks the prover. */
  async function ran(
    files: Readonly<Record<string, object>>,
    ...args: readonly string[]
  ): Promise<{ readonly out: string; readonly searches: number }> {
    const failureAt = vi.spyOn(Prover.prototype, "failureAt");
    const { run } = projectOf(files);
    const { out } = await run(...args);
    return { out, searches: failureAt.mock.calls.length };
  }

  test.each(["pretty", "json", "sarif", "github", "gitlab", "markdown", "junit"])(
    "where the format %s prints it",
    async (format) => {
      const files = { "web.json": policy(warning) };
      const { out, searches } = await ran(files, "lint", "web.json", "--format", format);
      expect(out).toContain(note);
      expect(searches).toBe(1);
    },
  );

  test.each([
    ["the format prints none", warning, ["--format", "unix"]],
    ["the finding is hidden", warning, ["--quiet"]],
    ["only a summary is printed", warning, ["--max-diagnostics", "0"]],
    ["the finding is fixed", warning, ["--fix-unsafe"]],
    ["the finding is written to a baseline", warning, ["--baseline", "b", "--update-baseline"]],
    ["the finding is an info", "conn.geo.country_code != 'NO'", ["--format", "json"]],
  ])("not where %s", async (_what, expression, options) => {
    const { searches } = await ran(
      { "web.json": policy(expression) },
      "lint",
      "web.json",
      ...options,
    );
    expect(searches).toBe(0);
  });

  test("not for a finding that the baseline knows", async () => {
    const { run } = projectOf({ "web.json": policy(warning) });
    const args = ["lint", "web.json", "--baseline", "known.json"];
    await run(...args, "--update-baseline");
    const failureAt = vi.spyOn(Prover.prototype, "failureAt");
    expect((await run(...args)).out).toContain("1 finding of the baseline left out");
    expect(failureAt).not.toHaveBeenCalled();
  });

  test("not by other commands, which print none", async () => {
    const targets = { web: { kind: "https-route", edge: "e", route: "r", policy: "web.json" } };
    const files = {
      "traffic-policy.config.json": { service: "emulator", targets },
      "web.json": policy(warning),
    };
    const { out, searches } = await ran(files, "plan", "--format", "json");
    expect(out).toContain("expression/unguarded-access");
    expect(out).not.toContain('"claim"');
    expect(searches).toBe(0);
  });

  test("once for equal findings of equal policies", async () => {
    const names = Array.from({ length: 8 }, (_one, index) => `${index}.json`);
    const files = Object.fromEntries(names.map((name) => [name, policy(warning)]));
    const { out, searches } = await ran(files, "lint", "--format", "json", ...names);
    expect(out.split(note)).toHaveLength(9);
    expect(searches).toBe(1);
  });

  test("also for a finding that the cache knows", async () => {
    const { run } = projectOf({ "web.json": policy(warning) });
    const first = await run("lint", "web.json", "--cache");
    expect(first.out).toContain(note);
    expect(await run("lint", "web.json", "--cache")).toEqual(first);
  });

  test("once for findings that are printed together", async () => {
    const names = Array.from({ length: 8 }, (_one, index) => `${index}.json`);
    const files = Object.fromEntries(names.map((name) => [name, policy(warning, name)]));
    const { out, searches } = await ran(files, "lint", ...names);
    expect(out.split(note)).toHaveLength(2);
    expect(searches).toBe(1);
  });

  test("for the first twenty of a run", async () => {
    const names = Array.from({ length: 25 }, (_one, index) => `${index}.json`);
    const files = Object.fromEntries(
      names.map((name, index) => [name, policy(`req.headers['x-${index}'][0] == 'b'`)]),
    );
    const { out, searches } = await ran(files, "lint", ...names);
    expect(out).toContain("25 warnings in 25 files.");
    expect(out.split(note)).toHaveLength(21);
    expect(searches).toBe(20);
  });
});
