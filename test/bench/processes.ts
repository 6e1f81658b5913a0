import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printTable } from "./table.ts";
import { measureInTurns, type MeasuredProcess } from "./turns.ts";

const root = new URL("../../", import.meta.url);
const command = fileURLToPath(new URL("packages/cli/bin/traffic-policy.cjs", root));
const language = fileURLToPath(new URL("packages/policy-language/dist/index.js", root));
const example = fileURLToPath(new URL("docs/examples", root));

const runs = 15;

const configuration = `export default {
  service: "emulator",
  targets: { web: { kind: "https-route", edge: "edge_1", route: "route_1", policy: "./right.json" } },
};
`;

/** What is found here, an exchange could show; but it is an info. */
const info = `{
  "inbound": [
    { "name": "Abroad", "expressions": ["conn.geo.country_code != 'NO'"], "actions": [{ "type": "deny" }] }
  ]
}
`;

/** Whole processes, in turn, so that a change of the machine's speed hits all of them. */
export function benchProcesses(): void {
  // Folders of their own, without a configuration in the first or above it.
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const project = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  cpSync(join(example, "mistakes/web.json"), join(folder, "web.json"));
  cpSync(join(example, "witness/web.json"), join(folder, "witness.json"));
  writeFileSync(join(folder, "info.json"), info);
  writeFileSync(join(project, "traffic-policy.config.ts"), configuration);
  writeFileSync(join(project, "right.json"), '{ "inbound": [], "outbound": [] }\n');
  const processes: readonly MeasuredProcess[] = [
    { name: "node -e 0", args: ["-e", "0"] },
    { name: "import policy-language", args: [language] },
    { name: "traffic-policy --version", args: [command, "--version"] },
    {
      name: "lint one JSON policy",
      args: [command, "lint", "web.json"],
      status: 1,
      goal: { of: "ratio", most: 1.35 },
    },
    {
      name: "lint one JSON policy with an info",
      args: [command, "lint", "info.json"],
      goal: { of: "ratio", most: 1.35 },
    },
    { name: "lint one JSON policy, with an exchange", args: [command, "lint", "witness.json"] },
    {
      name: "lint one TypeScript policy",
      args: [command, "lint", "policies/ssh.policy.ts"],
      cwd: example,
      goal: { of: "ratio", most: 1.6 },
    },
    { name: "plan one target, with the emulator", args: [command, "plan"], cwd: project },
    {
      name: "complete an option",
      args: [command, "complete", "--", "lint", "--fo"],
      cwd: example,
    },
    {
      name: "complete a target",
      args: [command, "complete", "--", "diff", "--target", ""],
      cwd: example,
    },
  ];
  try {
    const figures = measureInTurns(processes, { runs, cwd: folder });
    printTable(`Whole processes, median of ${runs}, beside bare Node`, figures, { plot: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(project, { recursive: true, force: true });
  }
}
