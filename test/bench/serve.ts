import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { typicalRules } from "./fixtures/typical-rules.ts";
import { medianOf, printRows, type Row } from "./table.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

const fixtures = {
  upstream: fileURLToPath(new URL("fixtures/answering-server.js", import.meta.url)),
  node: fileURLToPath(new URL("fixtures/node-proxy.js", import.meta.url)),
  undici: fileURLToPath(new URL("fixtures/undici-proxy.js", import.meta.url)),
  load: fileURLToPath(new URL("fixtures/load.js", import.meta.url)),
};

const rounds = 5;
// The compilers of the engine take their time, the more on a machine with other work.
const warmUps = 2;
const connections = 50;
const milliseconds = 3_000;

/** What the load generator prints. */
interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** `serve` beside reverse proxies that do nothing, each in a process of its own, in turns. */
export async function benchServe(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const running: ChildProcess[] = [];
  const start = async (args: readonly string[]): Promise<string> => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    running.push(child);
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    // What `serve` tells of each request is written, and read, as it is on a terminal.
    child.stdout.resume();
    return first.toString();
  };
  const serve = async (count: number): Promise<string> => {
    const file = `${count}.json`;
    const rules = typicalRules.slice(0, count).map((expressions, index) => ({
      name: `Rule ${index + 1}`,
      expressions,
      actions: [{ type: "add-headers", config: { headers: { "x-rule": `rule ${index + 1}` } } }],
    }));
    writeFileSync(join(folder, file), JSON.stringify({ inbound: rules }));
    const args = [command, "serve", file, "--upstream", `http://127.0.0.1:${upstream}`];
    const told = await start([...args, "--port", "0", "--format", "pretty"]);
    return /127\.0\.0\.1:(\d+)/.exec(told)?.[1] ?? "";
  };
  let upstream = "";
  try {
    upstream = (await start([fixtures.upstream])).trim();
    const proxies: readonly (readonly [name: string, port: string])[] = [
      ["a reverse proxy of node:http", (await start([fixtures.node, upstream])).trim()],
      ["a reverse proxy of undici", (await start([fixtures.undici, upstream])).trim()],
      ["serve, a policy of 10 rules", await serve(10)],
      ["serve, a policy of 20 rules", await serve(20)],
    ];
    const loads = proxies.map((): Load[] => []);
    for (let round = -warmUps; round < rounds; round++) {
      for (const [index, [, port]] of proxies.entries()) {
        const load = measure(port);
        if (round >= 0) loads[index]?.push(load);
      }
    }
    print(proxies.map(([name], index) => ({ name, load: median(loads[index] ?? []) })));
  } finally {
    for (const child of running) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(port: string): Load {
  const args = [fixtures.load, port, String(connections), String(milliseconds)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Load;
}

function median(loads: readonly Load[]): Load {
  return {
    perSecond: medianOf(loads.map(({ perSecond }) => perSecond)),
    p50: medianOf(loads.map(({ p50 }) => p50)),
    p99: medianOf(loads.map(({ p99 }) => p99)),
  };
}

function print(figures: readonly { readonly name: string; readonly load: Load }[]): void {
  const [base, ...others] = figures;
  if (base === undefined) return;
  const fewest = Math.min(
    ...figures.filter(({ name }) => name.startsWith("a reverse")).map(({ load }) => load.perSecond),
  );
  const note = ({ p50, p99 }: Load): string => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  printRows(
    `Requests per second through a gateway on ${connections} connections, median of ${rounds} turns`,
    [
      { name: base.name, value: base.load.perSecond, unit: "/s", ratio: 1, note: note(base.load) },
      ...others.map(({ name, load }): Row => ({
        name,
        value: load.perSecond,
        unit: "/s",
        ratio: load.perSecond / base.load.perSecond,
        ...(name.endsWith("20 rules") && { goal: { of: "ratio" as const, least: 0.6 } }),
        note: `${note(load)}; ${(load.perSecond / fewest).toFixed(2)} × the slower proxy`,
      })),
    ],
    { plot: true },
  );
}
