import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const usage = fileURLToPath(new URL("fixtures/resource-usage.cjs", import.meta.url));

/** A process that has ended, with what it took. */
export interface Run {
  readonly milliseconds: number;
  /** Processor time, in milliseconds. */
  readonly processor: number;
  readonly megabytes: number;
  readonly status: number;
  readonly output: string;
}

/** Runs Node with arguments in a folder. */
export function run(cwd: string, args: readonly string[]): Run {
  const start = performance.now();
  const { status, output } = spawnSync(process.execPath, ["--require", usage, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const milliseconds = performance.now() - start;
  const { memory, cpu } = JSON.parse(output[3] ?? "") as {
    readonly memory: number;
    readonly cpu: number;
  };
  if (status === null) throw new Error(`${args.join(" ")} was ended.`);
  return {
    milliseconds,
    processor: cpu,
    megabytes: memory,
    status,
    output: output.slice(1, 3).join("\n"),
  };
}
