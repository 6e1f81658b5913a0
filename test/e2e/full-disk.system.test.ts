import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { project, type Result } from "./command.ts";
import { Deploying, sshAndWeb } from "./deploying/service.ts";

/** A policy of many rules; lint takes out the condition that stands twice in the first. */
function policy(name: string): string {
  const inbound = Array.from({ length: 90 }, (_, index) => ({
    name: `rule ${index} of the ${name} policy`,
    expressions: [
      `conn.client_port == ${index}`,
      ...(index === 0 ? ["conn.client_port == 0"] : []),
    ],
    actions: [{ type: "deny" }],
  }));
  return `${JSON.stringify({ inbound }, undefined, 1)}\n`;
}

const earlier = policy("earlier");
const later = policy("later");

/** The commands that write files, each over files that are there, if it does that. */
const commands: Readonly<Record<string, readonly string[]>> = {
  fix: ["lint", "--fix"],
  baseline: ["lint", "--update-baseline", "--baseline", "known.json"],
  convert: ["convert", "ssh.json", "--out", "converted.policy.ts", "--force"],
  build: ["build", "--no-lint", "--out", "built"],
  pull: ["pull", "--force"],
  plan: ["plan", "--no-lint", "--out", "plan.json"],
  init: ["init", "new"],
  deploy: ["deploy", "--no-lint", "--yes"],
  update: ["edges", "update", "edge_1", "--policy", "ssh.json", "--no-lint", "--yes"],
};

/** Files and their texts, with what differs from run to run left out. */
type Tree = ReadonlyMap<string, string>;

function treeOf(folder: string): Tree {
  const entries = new Map<string, number>();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
    .map((name): [string, string] => [
      // The entries of all targets are numbered as they are kept, and either target may come first.
      name.replace(/\d{4}-\d\d-\d\dT[\d.-]+Z-\d{6}/, () => {
        const number = (entries.get(dirname(name)) ?? 0) + 1;
        entries.set(dirname(name), number);
        return `ENTRY-${number}`;
      }),
      readFileSync(join(folder, name), "utf8")
        .replaceAll(folder, "PROJECT")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d.:-]+Z/g, "TIME")
        .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
        .replaceAll(/"checksum": "sha256:\w+"/g, `"checksum": ""`),
    ]);
  return new Map(files);
}

/** A project whose service holds other policies than its files, with what earlier runs of a command have written. */
async function prepared(args: readonly string[]): Promise<Deploying> {
  const deploying = await Deploying.start({
    "ssh.json": later,
    "web.json": later,
    "converted.policy.ts": "// an earlier one\n",
  });
  for (const target of Object.values(sshAndWeb)) await deploying.write(target, earlier);
  if (args === commands["plan"]) await deploying.run(...args);
  writeFileSync(join(deploying.cwd, "known.json"), '{"version":1,"findings":[]}');
  mkdirSync(join(deploying.cwd, "built"));
  writeFileSync(join(deploying.cwd, "built/web.json"), '{"inbound":[]}');
  return deploying;
}

/**
 * Runs a command where there is little room, and looks at what it left.
 *
 * @param whole - what it leaves where there is room
 */
async function ran(
  deploying: Deploying,
  whole: Tree,
  runIt: () => Promise<Result>,
): Promise<{ readonly status: number | null; readonly faults: readonly string[] }> {
  const before = treeOf(deploying.cwd);
  const places = Object.entries(sshAndWeb);
  const holds = () => Promise.all(places.map(([, place]) => deploying.stored(place)));
  const held = await holds();
  const { status, err } = await runIt();
  const left = treeOf(deploying.cwd);
  const now = await holds();
  const entriesOf = (target: string): string[] =>
    [...left.keys()].filter((name) => name.startsWith(`.traffic-policy/history/${target}/`));
  const faults = [
    ...(/^ +at /m.test(err) ? ["a stack trace"] : []),
    ...[...left]
      .filter(([name, text]) => text !== before.get(name) && text !== whole.get(name))
      .map(([name]) => `${name} is neither whole nor as it was`),
    ...[...before.keys()].filter((name) => !left.has(name)).map((name) => `${name} is gone`),
    ...(status === 2 ? [] : [...whole.keys()])
      .filter((name) => left.get(name) !== whole.get(name))
      .map((name) => `${name} is not as it should be, and nothing says so`),
    ...places
      .filter((_place, index) => JSON.stringify(now[index]) !== JSON.stringify(held[index]))
      .filter(([target]) => entriesOf(target).length !== 1)
      .map(([target]) => `${target} was overwritten, and not kept`),
  ];
  await deploying.close();
  return { status, faults };
}

const levels = [0, 8, 20, 60];

test.each(Object.entries(commands))(
  "where files can only grow so far, each is whole or as it was after %s",
  async (_name, args) => {
    const roomy = await prepared(args);
    await roomy.run(...args);
    const whole = treeOf(roomy.cwd);
    const statuses = new Set<number | null>();
    for (const fileBlocks of levels) {
      const deploying = await prepared(args);
      const runIt = (): Promise<Result> => deploying.runWith({ fileBlocks }, ...args);
      const { status, faults } = await ran(deploying, whole, runIt);
      expect({ fileBlocks, faults }).toEqual({ fileBlocks, faults: [] });
      statuses.add(status);
    }
    expect(statuses).toContain(2);
  },
);

test("a cache for which there is no room is left out, and nothing else changes", async () => {
  const args = ["lint", "--cache"];
  const roomy = await prepared(args);
  const { status, out } = await roomy.run(...args);
  for (const fileBlocks of levels) {
    const deploying = await prepared(args);
    expect(await deploying.runWith({ fileBlocks }, ...args)).toMatchObject({ status, out });
    expect(await deploying.run(...args)).toMatchObject({ status, out });
    await deploying.close();
  }
});

/** A file system of so many KiB; nothing where this process may not mount one. */
function smallDisk(size: number): string | undefined {
  const folder = project({});
  const options = ["-t", "tmpfs", "-o", `size=${size}k`, "tmpfs", folder];
  if (spawnSync("mount", options).status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return folder;
}

test("on a small file system, a deploy writes to no target whose policy it could not keep", async () => {
  const outcomes = new Set<number | null>();
  for (const free of [0, 4, 8, 12, 16, 20, 24, 32, 96]) {
    const args = commands["deploy"] ?? [];
    const deploying = await prepared(args);
    const disk = smallDisk(256);
    if (disk === undefined) {
      console.log(
        "This process may not mount a file system: the limit of file sizes stands for it.",
      );
      return;
    }
    cpSync(deploying.cwd, disk, { recursive: true });
    const used = Number(
      spawnSync("du", ["-sk", "--apparent-size", disk], { encoding: "utf8" }).stdout.split("\t")[0],
    );
    expect(used).toBeGreaterThan(0);
    fill(disk, free);
    const { status } = await deploying.runWith({ cwd: disk }, ...args);
    outcomes.add(status);
    for (const [target, place] of Object.entries(sshAndWeb)) {
      const isWritten = JSON.stringify(await deploying.stored(place)).includes("later");
      const kept = [...treeOf(disk)].filter(
        ([name, text]) =>
          name.startsWith(`.traffic-policy/history/${target}/`) && isEntry(text, "earlier"),
      );
      const isLost = isWritten && kept.length !== 1;
      expect({ target, free, isLost }).toEqual({ target, free, isLost: false });
    }
    const files = [...treeOf(disk).keys()];
    expect(files.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await deploying.close();
  }
  expect(outcomes).toEqual(new Set([2, 0]));
});

/** Leaves so many KiB of a file system. */
function fill(disk: string, free: number): void {
  const { stdout } = spawnSync("df", ["-k", "--output=avail", disk], { encoding: "utf8" });
  const room = Number(stdout.trim().split("\n")[1]) - free;
  writeFileSync(join(disk, "filler"), Buffer.alloc(Math.max(0, room) * 1024));
}

/** Whether a text is an entry of the history that holds all of a policy. */
function isEntry(text: string, name: string): boolean {
  const { stored } = JSON.parse(text) as { stored: { value: string } };
  return JSON.stringify(JSON.parse(stored.value)).split(`of the ${name} policy`).length === 91;
}
