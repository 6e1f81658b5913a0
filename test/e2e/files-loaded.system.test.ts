import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { project, run } from "./command.ts";

const rules = '[{"name": "a", "actions": [{"type": "deny"}]}]';

test.each([
  [["lint", "a.json"], ["main"]],
  [["lint", "*.json"], ["main"]],
  [
    ["lint", "a.yaml"],
    ["main", "yaml"],
  ],
  [
    ["lint", "a.ts"],
    ["code", "main"],
  ],
  [
    ["lint", "--changed", "a.json"],
    ["changed", "main"],
  ],
  [["lint", "--help"], ["main"]],
  [["--version"], ["help", "main"]],
  [
    ["complete", "--", "lint", "--fo"],
    ["help", "main"],
  ],
  [
    ["simulate", "a.json"],
    ["checks", "help", "main", "rest"],
  ],
  [["mcp"], ["agent", "help", "main"]],
])("%j loads the files %j of the command", async (args, files) => {
  const cwd = project({
    "a.json": `{"inbound": ${rules}}`,
    "a.yaml": `inbound: ${rules}\n`,
    "a.ts": `const rules: object[] = ${rules};\nexport default { inbound: rules };\n`,
  });
  expect(await filesLoaded(args, cwd)).toEqual(files);
});

test.each([
  ["only the user's own modules", "", []],
  ["a module whose loading Node tells later", "await null;", ["thread"]],
])("a policy in code that imports %s", async (_what, code, threads) => {
  const cwd = project({
    "a.ts": `import { rules } from "./shared/rules.ts";\nexport default { inbound: rules };\n`,
    "shared/rules.ts": `// All of them.\nimport { name } from "./name.ts";\n${code}\nexport const rules: object[] = [{ name, actions: [{ type: "deny" }] }];\n`,
    "shared/name.ts": 'export const name: string = "a";\n',
  });
  const loaded = await modulesLoaded(["lint", "a.ts"], cwd);
  const found = loaded.flatMap((name) => /^(?:hooks|watchdog)-(thread)\.js$/.exec(name)?.[1] ?? []);
  expect(found).toEqual(threads);
});

async function filesLoaded(args: readonly string[], cwd: string): Promise<string[]> {
  const loaded = await modulesLoaded(args, cwd);
  return loaded
    .flatMap((name) => /^(?!start|traffic-policy)(.+)\.cjs$/.exec(name)?.[1] ?? [])
    .toSorted();
}

async function modulesLoaded(args: readonly string[], cwd: string): Promise<string[]> {
  const folder = mkdtempSync(join(cwd, "coverage-"));
  await run(args, { cwd, env: { NODE_V8_COVERAGE: folder } });
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage;
    return result.map(({ url }) => basename(url));
  });
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}
