import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { typicalRules } from "./fixtures/typical-rules.ts";
import { medianOf, printRows, type Row } from "./table.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const usage = fileURLToPath(new URL("fixtures/resource-usage.cjs", import.meta.url));

const runs = 5;

/** One case of many: each is another request, and says all that becomes of it. */
function caseAt(index: number): object {
  const path = index % 4 === 0 ? `/old/${index}.php` : `/items/${index}`;
  return {
    name: `Request ${index}`,
    connection: { clientIp: `198.51.100.${index % 256}`, geo: { countryCode: "NO" } },
    request: {
      method: index % 3 === 0 ? "POST" : "GET",
      url: `https://shop.example${path}?page=${index}`,
      headers: { accept: "application/json", "user-agent": "curl/8.0", "content-length": "0" },
    },
    response: { status: 200 },
    expect: {
      outcome: "forwarded",
      status: 200,
      upstream: { url: `https://shop.example${path}?page=${index}` },
      notMatched: ["rule 1", "rule 2"],
    },
  };
}

/** The same as rows of a table. */
function tableOf(count: number): object {
  const rows = Array.from({ length: count }, (_one, index) => {
    const { expect: _, response: __, name, ...row } = caseAt(index) as Record<string, unknown>;
    return { name, ...row };
  });
  return {
    name: "Requests",
    response: { status: 200 },
    expect: { outcome: "forwarded", status: 200, notMatched: ["rule 1", "rule 2"] },
    each: rows,
  };
}

interface Used {
  /** Of the process, in user and kernel mode, in milliseconds. */
  readonly cpu: number;
  /** The most that was resident, in MB. */
  readonly memory: number;
}

/** The whole command with cases of a policy of twenty rules: its time on the processor, its memory. */
export function benchCases(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const policy = {
    inbound: typicalRules.map((expressions, index) => ({
      name: `rule ${index + 1}`,
      expressions,
      actions: [{ type: "log", config: { metadata: { rule: index + 1 } } }],
    })),
  };
  writeFileSync(join(folder, "web.policy.json"), JSON.stringify(policy));
  const write = (name: string, count: number, form: "json" | "yaml", table = false): string => {
    const cases = table
      ? [tableOf(count)]
      : Array.from({ length: count }, (_one, index) => caseAt(index));
    const file = `${name}.cases.${form}`;
    const content = { policy: "web.policy.json", cases };
    writeFileSync(
      join(folder, file),
      form === "json" ? JSON.stringify(content) : stringify(content),
    );
    return file;
  };
  const measured = [
    { name: "1 case: start, and reading the policy", args: [write("one", 1, "json")] },
    { name: "5,000 cases, JSON", args: [write("many", 5000, "json")] },
    { name: "5,000 rows of a table, JSON", args: [write("table", 5000, "json", true)] },
    { name: "5,000 cases, JSON, with coverage", args: ["many.cases.json", "--coverage"] },
    { name: "5,000 cases, YAML", args: [write("yaml", 5000, "yaml")] },
    {
      name: "20,000 cases in 4 files, JSON",
      args: ["four", "five", "six", "many"].map((name) => write(name, 5000, "json")),
    },
  ];
  const used = measured.map(({ args }) => {
    const all = Array.from({ length: runs }, () => run(["test", ...args], folder));
    return {
      cpu: medianOf(all.map(({ cpu }) => cpu)),
      memory: medianOf(all.map(({ memory }) => memory)),
    };
  });
  const parsing = process.cpuUsage();
  parse(readFileSync(join(folder, "yaml.cases.yaml"), "utf8"));
  const parsed = process.cpuUsage(parsing);
  rmSync(folder, { recursive: true, force: true });
  const floor = used[0]?.cpu ?? Number.NaN;
  const library = (parsed.user + parsed.system) / 1000;
  printRows(
    `Time of the processor for cases through the command, after its start, median of ${runs}`,
    [
      { name: "the YAML library alone, on the same text", value: library, unit: "ms" },
      ...measured.map(({ name }, index): Row => {
        const { cpu, memory } = used[index] ?? { cpu: Number.NaN, memory: Number.NaN };
        const isMany = index > 0 && name.startsWith("5,000");
        return {
          name,
          value: index === 0 ? cpu : cpu - floor,
          unit: "ms",
          ...(isMany && { goal: { of: "value" as const, most: 2000 } }),
          note: `${memory.toFixed(0)} MB${index === 0 ? ", the start itself" : ""}`,
        };
      }),
    ],
  );
}

function run(args: readonly string[], cwd: string): Used {
  const { status, output } = spawnSync(process.execPath, ["--require", usage, command, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  if (status !== 0) {
    throw new Error(`${args.join(" ")} ended with ${status}: ${output.join("\n").slice(0, 1000)}`);
  }
  return JSON.parse(output[3] ?? "") as Used;
}
