import { writeFileSync } from "node:fs";
import { copyExamples } from "./examples.ts";
import { run } from "./run.ts";

/** The versions of the compiler that the types are tried with. */
export const compilers: Readonly<Record<string, string>> = {
  "typescript-5": "npm:typescript@5.9.3",
  "typescript-7": "npm:typescript@7.0.2",
};

const settings = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: "es2023",
  // So that the types of the packages themselves are looked at, too.
  skipLibCheck: false,
};

const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/**
 * Compiles a module that imports all entry points, and the policies and configuration of the examples,
 * in a project that has `compilers` installed.
 *
 * @throws {Error} with what a compiler says.
 */
export async function tryTypes(project: string, specifiers: readonly string[]): Promise<void> {
  const folder = `${project}/types`;
  copyExamples(folder);
  const code = specifiers.filter((specifier) => !specifier.endsWith(".json"));
  writeFileSync(
    `${folder}/all.ts`,
    code.map((name, at) => `export * as n${at} from ${JSON.stringify(name)};\n`).join(""),
  );
  for (const [name, resolution] of Object.entries(resolutions)) {
    const config = `tsconfig.${name}.json`;
    writeFileSync(
      `${folder}/${config}`,
      JSON.stringify({
        compilerOptions: { ...settings, ...resolution, types: ["node"] },
        files: [
          "all.ts",
          "traffic-policy.config.ts",
          "policies/ssh.policy.ts",
          "policies/web.policy.ts",
        ],
      }),
    );
    for (const compiler of Object.keys(compilers)) {
      const tsc = `${project}/node_modules/${compiler}/bin/tsc`;
      await run("node", [tsc, "--project", config], { cwd: folder });
    }
  }
}
