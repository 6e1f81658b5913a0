import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { printTable, type Goal } from "./table.ts";
import { measureInTurns } from "./turns.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

const runs = 11;
const count = 10_000;
const policies = 20;
const goal: Goal = { of: "ratio", most: 2 };

const kinds = ["Deployment", "Service", "ConfigMap", "Ingress", "HorizontalPodAutoscaler"];

/** The search for policies in a repository of a cluster, beside reading its files, and searching them with git. */
export function benchLintFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    for (let index = 0; index < count; index++) write(folder, index);
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    execFileSync("git", ["add", "."], { cwd: folder });
    writeFileSync(join(folder, "read.mjs"), readAll);
    const figures = measureInTurns(
      [
        { name: "reading every file", args: [join(folder, "read.mjs")] },
        { name: "lint .", args: [command, "lint", "."], goal },
        { name: "git grep", args: ["--eval", gitGrep] },
      ],
      { runs, cwd: folder },
    );
    printTable(
      `${policies} manifests with a policy among ${count.toLocaleString("en")} YAML files, whole processes, median of ${runs}`,
      figures,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readAll = `import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

let characters = 0;
for (const entry of readdirSync(".", { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith(".yaml")) continue;
  characters += readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8").length;
}
if (characters === 0) throw new Error("nothing was read");
`;

const gitGrep = `require("node:child_process").execFileSync("git", ["grep", "-lE", "on_http_request|traffic_policy"])`;

function write(folder: string, index: number): void {
  const file = join(folder, `apps/${index % 100}/base/${index}.yaml`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, index % (count / policies) === 0 ? other(index) + held(index) : other(index));
}

/** A manifest of 4 kB that has nothing to do with policies. */
function other(index: number): string {
  const fields = Array.from(
    { length: 40 },
    (_, field) => `  field${field}:
    - name: value-${field}
      image: registry.example/app:${field}
      ports: [{ containerPort: ${8000 + field} }]
`,
  );
  return `apiVersion: apps/v1
kind: ${kinds[index % kinds.length]}
metadata: { name: app-${index} }
spec:
${fields.join("")}`;
}

function held(index: number): string {
  return `---
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: app-${index} }
spec:
  policy:
    on_http_request:
      - name: Posts
        expressions: ["req.method == 'post'"]
        actions: [{ type: deny }]
`;
}
