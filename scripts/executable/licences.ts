import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installNode } from "../packages/node-versions.ts";
import { nodeOfExecutable } from "./node-of-executable.ts";

const cli = fileURLToPath(new URL("../../packages/cli/", import.meta.url));

/** The licences of all that is in the executable: the command, what it is bundled with, and Node.js. */
export async function licencesOfExecutable(): Promise<string> {
  const node = dirname(await installNode(nodeOfExecutable));
  const files = [
    join(cli, "LICENSE"),
    join(cli, "dist/third-party-licenses.txt"),
    join(cli, "node_modules/oxc-parser/LICENSE"),
    join(cli, "node_modules/prettier/LICENSE"),
    join(cli, "node_modules/prettier/THIRD-PARTY-NOTICES.md"),
    join(node, "LICENSE"),
  ];
  return files
    .map((file) => readFileSync(file, "utf8").trimEnd())
    .join(`\n\n${"=".repeat(80)}\n\n`);
}
