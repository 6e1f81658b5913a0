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

async function filesLoaded(args: readonly string[], cwd: string): Promise<string[]> {
  const folder = mkdtempSync(join(cwd, "coverage-"));
  await run(args, { cwd, env: { NODE_V8_COVERAGE: folder } });
  const loaded = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage;
    return result.map(({ url }) => basename(url));
  });
  return loaded
    .flatMap((name) => /^(?!start|traffic-policy)(.+)\.cjs$/.exec(name)?.[1] ?? [])
    .toSorted();
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}
