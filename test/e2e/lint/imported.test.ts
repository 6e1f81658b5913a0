import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";

// What goes wrong in a module that policies import; what goes wrong in a policy has failures.test.ts.

const builder = 'from "@traffic-policy/policy-builder";\n';

const policy = `import { policy, rule } ${builder}import { closed } from "./shared/actions.ts";
// import "./shared/nowhere.ts";
export default policy({ protocol: "http" }).inbound(rule("a").do(closed));
`;

async function lint(files: Readonly<Record<string, string>>): Promise<string[]> {
  const cwd = project({ "a.ts": policy, "b.ts": policy, ...files });
  const { err, status } = await run(["lint", "a.ts", "b.ts"], { cwd });
  expect(status).toBe(2);
  return err.split("\n").filter((line) => line.startsWith("error:"));
}

describe("what each of two policies tells of a module that both import", () => {
  test.each([
    [
      "throws",
      `import { deny } ${builder}export const closed = deny();\n(closed as any).nothing();\n`,
      "3:17: It throws TypeError: closed.nothing is not a function.",
    ],
    [
      "gives the builder what it refuses",
      `import { deny, rule } ${builder}export const closed = deny();\nrule(1 as any);\n`,
      "3:6: rule() takes a name as text, not 1.",
    ],
    [
      "imports what the builder does not have",
      `import {\n  deny,\n  denied,\n} ${builder}export const closed = deny();\ndenied();\n`,
      "3:3: It throws SyntaxError: The requested module '@traffic-policy/policy-builder' does not provide an export named 'denied'.",
    ],
    [
      "is no TypeScript",
      "export const closed = = 1;\n",
      "1:23: This is not TypeScript: Unexpected token.",
    ],
  ])("that %s", async (_what, text, sentence) => {
    const errors = await lint({ "shared/actions.ts": text });
    expect(errors).toEqual(
      ["a", "b"].map((name) => `error: shared/actions.ts:${sentence} ${name}.ts imports it.`),
    );
  });

  test("that lacks a name", async () => {
    const errors = await lint({ "shared/actions.ts": "export const open = 1;\n" });
    const sentence =
      "2:10: It throws SyntaxError: The requested module './shared/actions.ts' does not provide an export named 'closed'.";
    expect(errors).toEqual(["a", "b"].map((name) => `error: ${name}.ts:${sentence}`));
  });
});

test("a module that two policies import runs once, before them, in the order of the imports", async () => {
  const printing = (name: string, imports: string): string =>
    `${imports}console.log("printed ${name}");\n`;
  const files = {
    "shared/actions.ts": `import { deny } ${builder}import "./first.ts"; import "./second.ts";\nexport const closed = deny();\n${printing("third", "")}`,
    "shared/first.ts": printing("first", 'import "./second.ts";\n'),
    "shared/second.ts": printing("second", ""),
  };
  const cwd = project({ "a.ts": policy, "b.ts": policy, ...files });
  const { err, status } = await run(["lint", "a.ts", "b.ts"], { cwd });
  expect(err).toBe("printed second\nprinted first\nprinted third\n");
  expect(status).toBe(0);
});
