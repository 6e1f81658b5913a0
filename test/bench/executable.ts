import { cpSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { architectures, buildExecutable, canBuild } from "../../scripts/executable/build.ts";
import { nodeOfExecutable } from "../../scripts/executable/node-of-executable.ts";
import { installNode } from "../../scripts/packages/node-versions.ts";
import { printRows, printTable, type Row } from "./table.ts";
import { measureInTurns } from "./turns.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(root, "packages/cli/bin/traffic-policy.cjs");

const runs = 15;

const measured: Readonly<Record<string, readonly string[]>> = {
  "--version": ["--version"],
  "lint one JSON policy": ["lint", "witness/web.json"],
  "lint one TypeScript policy": ["lint", "site/site.policy.ts"],
  "lint TypeScript with own imports": ["lint", "fleet/services/shop/web.policy.ts"],
};

/** The start of the executable beside that of the package, on the same Node.js. */
export async function benchExecutable(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    const sizes: Row[] = [];
    for (const arch of architectures.filter(canBuild)) {
      const file = join(folder, arch);
      await buildExecutable(file, arch, join(folder, `parts-${arch}`));
      const goal = { of: "value", most: 120 } as const;
      sizes.push({ name: `Linux ${arch}`, value: statSync(file).size / 1e6, unit: "MB", goal });
    }
    printRows("The single executable", sizes);
    cpSync(join(root, "docs/examples"), join(folder, "examples"), { recursive: true });
    rmSync(join(folder, "examples/node_modules"), { recursive: true });
    symlinkSync(join(root, "docs/examples/node_modules"), join(folder, "examples/node_modules"));
    const node = join(await installNode(nodeOfExecutable), "node");
    for (const [title, args] of Object.entries(measured)) {
      const figures = measureInTurns(
        [
          {
            name: `the package, on Node ${nodeOfExecutable}`,
            program: node,
            args: [command, ...args],
          },
          {
            name: "the executable",
            program: join(folder, process.arch),
            args,
            goal: { of: "ratio", most: 1.3 },
          },
        ],
        { runs, cwd: join(folder, "examples") },
      );
      printTable(`${title}, whole processes, median of ${runs}`, figures);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
