import { jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { LintWitnesses } from "../../../packages/cli/src/proving/lint-witnesses.ts";
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
    "With absentVariables=error, it fails for GET https://example.com/.",
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
  const { claims, shown } = await expectShownClaims([...conditions, ...policies]);
  expect(claims).toBeGreaterThan(10);
  // Names of earlier days are never missing in a simulation, and a request always has a host.
  expect(shown / claims).toBeGreaterThan(0.8);
});

test("when the time is up, findings come without exchanges", async () => {
  let now = 0;
  const witnesses = new LintWitnesses({ now: () => 0, elapsed: () => (now += 2000) });
  const source = policyWith("req.headers['x-a'][0] == 'b'");
  const [finding] = await witnesses.shown(lintPolicy(source), source, "http");
  expect(finding).toMatchObject({ rule: "expression/unguarded-access" });
  expect(finding).not.toHaveProperty("claim");
  expect(finding).not.toHaveProperty("witness");
});

test("what a baseline holds is not searched for, and other commands print none", async () => {
  const { run } = projectOf({
    "traffic-policy.config.json": {
      service: "emulator",
      targets: { web: { kind: "https-route", edge: "e", route: "r", policy: "web.json" } },
    },
    "web.json": {
      inbound: [
        { name: "a", expressions: ["req.headers['x-a'][0] == 'b'"], actions: [{ type: "deny" }] },
      ],
    },
  });
  const message = "It fails for GET https://example.com/.";
  expect((await run("lint")).out).toContain(`  note: ${message}\n`);
  const { out } = await run("plan", "--format", "json");
  expect(out).toContain("expression/unguarded-access");
  expect(out).not.toContain('"claim"');
  await run("lint", "--baseline", "known.json", "--update-baseline");
  expect((await run("lint", "--baseline", "known.json")).out).not.toContain(message);
});
