import { describe, expect, test } from "vitest";
import { project } from "../command.ts";
import { lint } from "./findings.ts";

/** Lints a policy in code with a rule that has these conditions. */
async function lintConditions(conditions: string, before = ""): ReturnType<typeof lint> {
  const policy = `import { allOf, deny, not, policy, req, rule } from "@traffic-policy/policy-builder";
${before}
export default policy({ protocol: "http" }).inbound(rule("a").when(${conditions}).do(deny()));
`;
  return lint(["a.policy.mjs"], { cwd: project({ "a.policy.mjs": policy }) });
}

const post = 'req.method.eq("POST")';
const admin = 'req.url.path.startsWith("/admin")';
const evaluated = (operator: string): string =>
  `JavaScript evaluates ${operator} before the policy runs, and takes the condition for true.`;

describe("what JavaScript takes away before a policy is built is an error", () => {
  test.each([
    [`${post} && ${admin}`, evaluated("&&"), "Write allOf(…), or give when() both conditions."],
    [`${post} || ${admin}`, evaluated("||"), "Write anyOf(…)."],
    [`not(${post}) && ${admin}`, evaluated("&&"), expect.anything()],
    [`isPost && ${admin}`, evaluated("&&"), expect.anything()],
    [`${post} ? ${admin} : ${post}`, evaluated("?:"), "Write a rule for each case."],
    [
      String.raw`req.url.path.matches("^/\d+")`,
      String.raw`JavaScript drops the backslash of \d in this text.`,
      String.raw`Write the backslash twice, or String.raw before a template: \\d.`,
    ],
    [
      String.raw`req.host.matches("bot\b")`,
      String.raw`In this text of JavaScript \b is a backspace.`,
      expect.anything(),
    ],
  ])("%s", async (conditions, message, help) => {
    const { diagnostics, status } = await lintConditions(conditions, `const isPost = ${post};`);
    expect(status).toBe(1);
    expect(diagnostics.filter(({ rule }) => rule === "document/syntax")).toEqual([
      expect.objectContaining({ severity: "error", message, help }),
    ]);
    expect(diagnostics[0]?.location?.start.line).toBe(3);
  });
});

describe("nothing is found in", () => {
  test.each([
    `allOf(${post}, ${admin})`,
    String.raw`req.url.path.matches("^/\\d+")`,
    "req.url.path.matches(String.raw`^/\\d+`)",
    `...(isProduction && [${post}] || [${admin}])`,
    `isProduction ? ${post} : ${admin}`,
    `(req.host.toString() || "").length > 0 ? ${post} : ${admin}`,
  ])("%s", async (conditions) => {
    const before = 'const isProduction = process.env.NODE_ENV !== "development";';
    const { findings } = await lintConditions(conditions, before);
    expect(findings.filter((finding) => finding.includes("document/syntax"))).toEqual([]);
  });
});

test("a policy that lost an option is not linted, so nothing advises to open it", async () => {
  const policy = `import { policy, restrictIps, rule } from "@traffic-policy/policy-builder";
export default policy().inbound(rule("a").do(restrictIps({ alow: ["192.0.2.0/24"] })));
`;
  const { diagnostics, err, status } = await lint(["a.policy.mjs"], {
    cwd: project({ "a.policy.mjs": policy }),
  });
  expect(status).toBe(2);
  expect(diagnostics).toEqual([]);
  expect(err).toContain('restrictIps() has no option "alow". Did you mean "allow"?');
});
