import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

// A catalogue, a rule and cases of the user's own, whose schemas nobody could compile before.
const program = `
  import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
  import { readCases } from "@traffic-policy/policy-engine/formats";
  import { defineCatalogue, directionsDialect, jsonPolicySource } from "@traffic-policy/policy-language";
  import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
  import { defineRule, lintPolicy } from "@traffic-policy/policy-lint";
  import { lintProblems } from "@traffic-policy/policy-lint/configuration";
  import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

  const config = { type: "object", properties: { delay_ms: { type: "integer", minimum: 1 } } };
  const slow = { type: "slow-down", description: "Waits.", config };
  const dialect = defineCatalogue(directionsDialect, { actions: [slow] });
  const web = policy({ protocol: "http" }).inbound(
    rule("No posts").when(req.method.eq("POST"), req.url.path.matches("^/a+$")).do(deny()),
  );
  const text = web.toString().replace('"deny"', '"slow-down","config":{"delay_ms":0}');
  const docs = { what: "w", wrong: "{}", right: "{}", why: "y" };
  const own = defineRule({
    severity: "info",
    docs,
    options: { schema: { type: "object", properties: { most: { type: "integer" } } }, default: {} },
    visit: {},
  });
  const lint = { customRules: { "mine/own": own }, rules: { "mine/own": ["error", { most: "a" }] } };
  const given = { cases: [{ name: "a", request: { url: "https://a.example/a", method: "POST" }, expect: {} }] };
  const read = () => new Uint8Array();
  try { readCases(given, { isCode: false, read }); } catch (error) { console.log(error.message); }
  for (const { message } of lintPolicy(jsonPolicySource("a.json", text), { dialect })) console.log(message);
  for (const { message } of lintProblems(lint)) console.log(message);
  console.log(yamlPolicySource("a.yaml", "inbound: []").errors.length);
  const outcome = await simulate(await compilePolicy(web.toDocument()), given.cases[0]);
  console.log(outcome.result);
  try { new Function("return 1"); console.log("made"); } catch (error) { console.log(error.name); }
`;

test("what runs in a browser needs no code that is made at run time", async () => {
  const args = [
    "--disallow-code-generation-from-strings",
    "--input-type=module",
    "--eval",
    program,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stdout.trim().split("\n")).toEqual([
    "The case expects nothing.",
    '"delay_ms" must be 1 or more.',
    '"most" must be a whole number, not text.',
    "0",
    "answered",
    "EvalError",
  ]);
});
