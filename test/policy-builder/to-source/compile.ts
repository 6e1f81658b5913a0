import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = fileURLToPath(new URL(`../.generated-${process.pid}/`, import.meta.url));

/** Writes modules where they find the packages, and gives their files. */
export function writeModules(sources: readonly string[]): readonly string[] {
  mkdirSync(folder);
  // Nothing of it is ever committed, not even after a run that was killed.
  writeFileSync(`${folder}.gitignore`, "*\n");
  const compilerOptions = {
    composite: false,
    incremental: false,
    noEmit: true,
    declarationMap: false,
    rootDir: root,
  };
  const config = { extends: `${root}tsconfig.base.json`, compilerOptions };
  writeFileSync(`${folder}tsconfig.json`, `${JSON.stringify(config, null, 2)}\n`);
  return sources.map((source, index) => {
    const file = `${folder}policy-${index}.ts`;
    writeFileSync(file, source);
    return file;
  });
}

/** What the compiler says of all those modules. */
export function typeErrors(): string {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", folder], {
    encoding: "utf8",
  });
  return stdout + stderr;
}

export function removeModules(): void {
  rmSync(folder, { recursive: true, force: true });
}
