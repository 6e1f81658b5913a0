// Checks one lint rule while it is written: `npm run check:rule -- action/cidr`. Its generated files come first, because
// the tests read them; the rest runs at the same time, and what fails is shown.
import { exec } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { meantRule } from "../packages/policy-lint/src/meant-rule.ts";
import { folderFiles } from "./generate/folder-files.ts";
import type { GeneratedFile } from "./generate/generated-file.ts";
import { root } from "./generate/root.ts";
import { staleFiles } from "./generate/write-files.ts";

const folder = fileURLToPath(root);
const cache = "node_modules/.cache/check-rule";

process.exitCode = (await check(process.argv.slice(2))) ? 0 : 1;

async function check([name, ...others]: readonly string[]): Promise<boolean> {
  if (name === undefined || others.length > 0) {
    return fails("Name one rule: npm run check:rule -- action/cidr");
  }
  const rule = `packages/policy-lint/src/rules/${name}.ts`;
  const test = `test/policy-lint/rules/${name}.test.ts`;
  const names = folderFiles("packages/policy-lint/src/rules");
  if (!names.includes(name)) {
    const meant = meantRule(name, names);
    const help = meant === undefined ? `Its file would be ${rule}.` : `Did you mean ${meant}?`;
    return fails(`There is no rule ${name}. ${help}`);
  }
  if (!existsSync(new URL(test, root))) {
    return fails(`${name} has no test. Write ${test}, as CONTRIBUTING.md shows.`);
  }
  const { generatedIndexes } = await import("./generate/indexes.ts");
  if (!areCurrent(await generatedIndexes())) return false;
  const passed = await Promise.all([...linesFor(rule, test).map(passes), isGenerated()]);
  if (passed.includes(false)) return false;
  console.log(`${name}: its types, style and tests are right, and the generated files current.`);
  return true;
}

async function isGenerated(): Promise<boolean> {
  const { generatedFromRules } = await import("./generate/rule-files.ts");
  return areCurrent(await generatedFromRules());
}

function areCurrent(files: readonly GeneratedFile[]): boolean {
  const stale = staleFiles(files).map(({ path }) => path);
  if (stale.length === 0) return true;
  return fails(`These files are not current: ${stale.join(", ")}. Write them: npm run generate`);
}

/** What is run for a rule, as lines for a shell. */
function linesFor(rule: string, test: string): readonly string[] {
  const ofAll = ["rules", "right", "wrong", "sentences"];
  const tests = [test, ...ofAll.map((name) => `test/policy-lint/${name}.test.ts`)].join(" ");
  return [
    // In one process, the tests load what they share once.
    `vitest run --config test/vitest.config.ts --maxWorkers=1 --reporter=agent ${tests}`,
    `tsc --project ${typesOf([rule, test])}`,
    `oxlint --deny-warnings ${rule} ${test}`,
    `oxfmt --list-different ${rule} ${test}`,
  ];
}

/** A configuration of the compiler for these files and what they import. */
function typesOf(files: readonly string[]): string {
  const configuration = {
    extends: `${folder}test/tsconfig.json`,
    compilerOptions: { rootDir: folder, tsBuildInfoFile: "types.tsbuildinfo" },
    files: files.map((file) => folder + file),
    include: [],
    references: [],
  };
  mkdirSync(new URL(cache, root), { recursive: true });
  writeFileSync(new URL(`${cache}/tsconfig.json`, root), JSON.stringify(configuration));
  return `${cache}/tsconfig.json`;
}

/** Runs a line; what it prints is shown when it fails. */
function passes(line: string): Promise<boolean> {
  return new Promise((settle) => {
    exec(line, { cwd: folder, maxBuffer: 1e8 }, (error, out, err) => {
      settle(error === null || fails(`$ ${line}\n${out}${err}`));
    });
  });
}

function fails(sentence: string): false {
  console.error(sentence);
  return false;
}
