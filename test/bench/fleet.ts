import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environments, Fleet } from "./fixtures/fleet.ts";
import { printRows, printTable, type Figure, type Goal, type Row } from "./table.ts";
import { measureInTurns } from "./turns.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const fixtures = {
  emulator: fileURLToPath(new URL("fixtures/fleet-emulator.js", import.meta.url)),
  read: fileURLToPath(new URL("fixtures/read-service.js", import.meta.url)),
  usage: fileURLToPath(new URL("fixtures/resource-usage.cjs", import.meta.url)),
};

const size = { folders: 50, edges: 80, routes: 20 };
/** Of the service, for each request. */
const edgesOfPage = 100;
const runs = 3;
const memoryGoal: Goal = { of: "value", most: 400 };

/** A workspace of 5,000 targets in 50 folders, in three environments, each at a service of its own. */
export async function benchFleet(): Promise<void> {
  for (const name of environments) process.env[`${name.toUpperCase()}_KEY`] = "any";
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const fleet = new Fleet(size);
  const services: Service[] = [];
  try {
    for (const name of environments) {
      const edges = join(folder, `${name}.json`);
      writeFileSync(edges, JSON.stringify(fleet.edgesOf(name)));
      services.push(await Service.start(edges));
    }
    const baseUrls = services.map(({ baseUrl }) => baseUrl);
    const root = join(folder, "workspace");
    const one = join(folder, "one");
    for (const home of [root, one]) mkdirSync(home);
    fleet.write(root, baseUrls);
    fleet.writeAsOne(one, baseUrls);
    measureLocal(root, one);
    const measured = new Runs(root, services);
    await measured.add("plan -e staging, nothing is stored", ["plan", "-e", "staging"]);
    await measured.add("plan -e '*', nothing is stored", ["plan", "-e", "*"]);
    const plans = measured.taken();
    const yes = ["--yes", "--max-changes", "100%"];
    await measured.write("deploy -e staging", ["deploy", "-e", "staging", ...yes]);
    await measured.write("promote staging production", [
      "promote",
      "staging",
      "production",
      ...yes,
    ]);
    await measured.write("deploy -e development", ["deploy", "-e", "development", ...yes]);
    const written = measured.taken();
    await measured.add("plan -e staging, nothing differs", ["plan", "-e", "staging"]);
    await measured.add("plan -e '*', nothing differs", ["plan", "-e", "*"]);
    printRows(`Plans of ${count} targets for each environment`, [...plans, ...measured.taken()]);
    printRows(`${count} targets written`, written);
    measurePlans(root, fleet, baseUrls, folder);
  } finally {
    for (const service of services) service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const count = (size.folders * (size.edges + size.routes)).toLocaleString("en");

/** What the requests of each service come to at least. */
const least = {
  pages: Math.ceil((size.folders * size.edges) / edgesOfPage),
  routes: size.folders * size.routes,
};

/** An emulator in a process of its own. */
class Service {
  readonly baseUrl: string;
  readonly #process: ChildProcess;

  constructor(baseUrl: string, process: ChildProcess) {
    this.baseUrl = baseUrl;
    this.#process = process;
  }

  static async start(edges: string): Promise<Service> {
    const child = fork(fixtures.emulator, [edges], { execArgv: [] });
    const [baseUrl] = (await once(child, "message")) as [string];
    return new Service(baseUrl, child);
  }

  /** How many requests of each operation it received since it was asked last. */
  async received(): Promise<Readonly<Record<string, number>>> {
    this.#process.send("received");
    const [received] = (await once(this.#process, "message")) as [Record<string, number>];
    return received;
  }

  stop(): void {
    this.#process.kill();
  }
}

/** Runs of the command in a folder, and what they come to. */
class Runs {
  readonly #rows: Row[] = [];
  readonly #cwd: string;
  readonly #services: readonly Service[];

  constructor(cwd: string, services: readonly Service[]) {
    this.#cwd = cwd;
    this.#services = services;
  }

  /** What they came to since it was taken last. */
  taken(): Row[] {
    return this.#rows.splice(0);
  }

  /** A plan: the requests that each service gets, and the memory. */
  async add(name: string, args: readonly string[]): Promise<void> {
    const { mebibytes, seconds, received } = await this.#run(name, args);
    const counts = received.map((one) => Object.values(one).reduce((sum, each) => sum + each, 0));
    const used = received.filter((_one, index) => (counts[index] ?? 0) > 0);
    const [pages, routes] = ["GET /edges/tcp", routeOperation].map((operation) =>
      used.map((one) => one[operation] ?? 0).join(", "),
    );
    this.#rows.push(
      {
        name: `${name}: requests that a service gets, at most`,
        value: Math.max(...counts),
        unit: "",
        goal: { of: "value", most: least.pages + least.routes },
        note: `pages of TCP edges: ${pages}; routes: ${routes}`,
      },
      memoryRow(name, mebibytes, seconds),
    );
  }

  /** What writes to a service. */
  async write(name: string, args: readonly string[]): Promise<void> {
    const { mebibytes, seconds } = await this.#run(name, args);
    this.#rows.push(memoryRow(name, mebibytes, seconds));
  }

  async #run(name: string, args: readonly string[]) {
    const start = performance.now();
    const { status, stderr, output } = spawnSync(
      process.execPath,
      ["--require", fixtures.usage, command, ...args],
      { cwd: this.#cwd, stdio: ["ignore", "ignore", "pipe", "pipe"], encoding: "utf8" },
    );
    const seconds = (performance.now() - start) / 1000;
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(0, 500)}`);
    const { memory } = JSON.parse(output[3] ?? "") as { readonly memory: number };
    const received = [];
    for (const service of this.#services) received.push(await service.received());
    return { mebibytes: memory, seconds, received };
  }
}

const routeOperation = "GET /edges/https/{edge_id}/routes/{id}/traffic_policy";

function memoryRow(name: string, value: number, seconds: number): Row {
  const note = `in ${seconds.toFixed(1)} s`;
  return { name: `${name}: memory`, value, unit: "MiB", goal: memoryGoal, note };
}

/** Policies and cases from the root of the workspace, beside the same ones in a single project. */
function measureLocal(root: string, one: string): void {
  for (const what of ["lint", "test"]) {
    const figures = measureInTurns(
      [
        { name: `${what}, all in one project`, args: [command, what], cwd: one },
        {
          name: `${what}, from the root of ${size.folders} projects`,
          args: [command, what],
          goal: { of: "ratio", most: 1.3 },
        },
      ],
      { runs, cwd: root },
    );
    const files = what === "lint" ? "1,500 policies" : "300 files of cases";
    printTable(`${files} for 3 environments, whole processes, median of ${runs}`, figures);
  }
}

/** The time of plans beside that of their requests alone. */
function measurePlans(
  root: string,
  fleet: Fleet,
  baseUrls: readonly string[],
  folder: string,
): void {
  const services = environments.map((name, index) => ({
    baseUrl: baseUrls[index],
    routes: fleet.routesOf(name),
  }));
  for (const [environment, some] of [
    ["staging", services.slice(1, 2)],
    ["*", services],
  ] as const) {
    const file = join(folder, "services.json");
    writeFileSync(file, JSON.stringify(some));
    const figures: Figure[] = measureInTurns(
      [
        { name: "undici, the same requests", args: [fixtures.read, file] },
        { name: "plan --no-lint", args: [command, "plan", "-e", environment, "--no-lint"] },
        { name: "plan", args: [command, "plan", "-e", environment] },
      ],
      { runs, cwd: root },
    );
    const all =
      some.length === 1
        ? `${count} targets at one service`
        : `${count} targets at each of ${some.length} services`;
    printTable(`Plans of ${all}, nothing differs, whole processes, median of ${runs}`, figures);
  }
}
