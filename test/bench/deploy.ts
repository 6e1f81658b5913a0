import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient, deployPlan, makePlan, type Client } from "@traffic-policy/api";
import { printRows, printTable, type Row } from "./table.ts";
import { policyText } from "./fixtures/policy-text.js";

const emulatorScript = fileURLToPath(new URL("fixtures/emulator.js", import.meta.url));
const planScript = fileURLToPath(new URL("fixtures/plan-memory.js", import.meta.url));

/** What a deployment takes beside what its requests take alone; and the memory of a large plan. */
export async function benchDeploy(): Promise<void> {
  await deployMany();
  await planMany();
}

const latency = 20;
const concurrency = 8;

async function deployMany(): Promise<void> {
  const count = 1000;
  const { emulator, baseUrl } = await startEmulator(count, 0, latency);
  const client = createClient({ baseUrl, apiKey: "any", connections: concurrency });
  try {
    await deployWith(client, count);
  } finally {
    await client.close();
    emulator.kill();
  }
}

async function deployWith(client: Client, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_item, index) => {
    const name = `edge_${index}`;
    const local = { enabled: true, value: policyText(name, 1000) };
    return { name, target: { kind: "tcp-edge", edge: name }, local } as const;
  });
  const plan = await makePlan(client, wanted);
  const start = performance.now();
  const deployments = await deployPlan(client, plan.targets, { concurrency });
  const took = performance.now() - start;
  const applied = deployments.filter(({ outcome, verified }) => outcome === "applied" && verified);
  if (applied.length < count) throw new Error(`Only ${applied.length} of ${count} were applied.`);
  const floor = await readMany(client, 3 * count);
  const ideal = (3 * count * latency) / concurrency;
  printTable(
    `${count} TCP edges deployed, each request ${latency} ms late`,
    [
      { name: "requests × latency / concurrency", median: ideal },
      { name: "as many reads, as many at a time", median: floor },
      {
        name: "read, write, read back, compare",
        median: took,
        goal: { of: "ratio", most: 1.3 },
      },
    ],
    { plot: true },
  );
}

/** What the requests alone take. */
async function readMany(client: Client, count: number): Promise<number> {
  const start = performance.now();
  const left = Array.from({ length: count }).keys();
  const lane = async (): Promise<void> => {
    for (const index of left) await client.tcpEdges.get(`edge_${index % 1000}`);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return performance.now() - start;
}

const planned = 10_000;
const policyBytes = 5000;

async function planMany(): Promise<void> {
  const { emulator, baseUrl } = await startEmulator(planned, policyBytes, 0);
  try {
    await planWith(baseUrl);
  } finally {
    emulator.kill();
  }
}

async function planWith(baseUrl: string): Promise<void> {
  const rows: Row[] = [];
  for (const how of ["nothing", "one field", "all rules"]) {
    const args = [planScript, baseUrl, String(planned), String(policyBytes), how];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const {
      changed = Number.NaN,
      unread = Number.NaN,
      seconds = Number.NaN,
      mebibytes = Number.NaN,
    } = JSON.parse(stdout) as Partial<Record<string, number>>;
    if (unread !== 0) throw new Error(`${unread} of ${planned} targets were not read.`);
    rows.push({
      name: `${how} differs`,
      value: mebibytes,
      unit: "MiB",
      goal: { of: "value", most: 400 },
      note: `${changed} to change, in ${seconds.toFixed(2)} s`,
    });
  }
  printRows(
    `Memory of a plan of ${planned} targets with ${policyBytes / 1000} KB of policy at both sides`,
    rows,
  );
}

async function startEmulator(
  edges: number,
  bytes: number,
  milliseconds: number,
): Promise<{ emulator: ChildProcess; baseUrl: string }> {
  const args = [emulatorScript, ...[edges, bytes, milliseconds].map(String)];
  const emulator = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [baseUrl] = (await once(emulator.stdout, "data")) as [Buffer];
  return { emulator, baseUrl: baseUrl.toString().trim() };
}
