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
    const before = conditions.includes("isPost") ? `const isPost = ${post};` : "";
    const { diagnostics, status } = await lintConditions(conditions, before);
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

describe("a condition that is built and not used is a warning", () => {
  test.each([
    [`const isPost = ${post};`, "The condition isPost is built and not used."],
    [`${post};`, "This condition is built and not used."],
    [`allOf(${post}, ${admin});`, "This condition is built and not used."],
    [`// Closed.\nnot(${admin});`, "This condition is built and not used."],
  ])("%s", async (before, message) => {
    const { diagnostics, status } = await lintConditions(admin, before);
    expect(status).toBe(0);
    expect(diagnostics.filter(({ rule }) => rule === "document/syntax")).toEqual([
      expect.objectContaining({
        severity: "warning",
        message,
        help: "Give it to when() of a rule, or remove it.",
      }),
    ]);
  });

  test.each([
    `export const isPost = ${post};`,
    `const isPost = ${post};\nexport { isPost };`,
    `const isPost = () => ${post};`,
    `const isPost = ${post};\nconsole.error(isPost.toString());`,
    `const method = req.method.toString();\nconsole.error(method);`,
    'const base = policy({ protocol: "http" });',
    "deny();",
  ])("nothing is found in %s", async (before) => {
    const { findings } = await lintConditions(admin, before);
    expect(findings.filter((finding) => finding.includes("document/syntax"))).toEqual([]);
  });
});

test("modules that a policy imports by a path are read, too, and those of packages are not", async () => {
  const shared = `import { req } from "@traffic-policy/policy-builder";
export const isWrite = req.method.eq("POST") || req.method.eq("PUT");
`;
  const cwd = project({
    "a.policy.mjs": `import { deny, policy, rule } from "@traffic-policy/policy-builder";
import { conditions } from "./shared/index.mjs";
export default policy({ protocol: "http" }).inbound(rule("a").when(conditions.isWrite).do(deny()));
`,
    "shared/index.mjs": 'export * as conditions from "./conditions.mjs";\nimport "./index.mjs";\n',
    "shared/conditions.mjs": shared,
    "shared/other.mjs": shared,
  });
  const { diagnostics } = await lint(["a.policy.mjs"], { cwd });
  expect(diagnostics.filter(({ rule }) => rule === "document/syntax")).toEqual([
    expect.objectContaining({
      message: evaluated("||"),
      location: expect.objectContaining({ file: "shared/conditions.mjs" }),
    }),
  ]);
});

test("a module in TypeScript is read, too, where its import has the name that it is compiled to", async () => {
  const cwd = project({
    "a.policy.ts": `import { deny, policy, rule } from "@traffic-policy/policy-builder";
import { isWrite } from "./shared.js";
export default policy({ protocol: "http" }).inbound(rule("a").when(isWrite).do(deny()));
`,
    "shared.ts": `import { req } from "@traffic-policy/policy-builder";
export const isWrite = req.method.eq("POST") || req.method.eq("PUT");
`,
  });
  const { diagnostics } = await lint(["a.policy.ts"], { cwd });
  expect(diagnostics.filter(({ rule }) => rule === "document/syntax")).toEqual([
    expect.objectContaining({ location: expect.objectContaining({ file: "shared.ts" }) }),
  ]);
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
