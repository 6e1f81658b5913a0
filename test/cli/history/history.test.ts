import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { CommandError, type Terminal } from "../../../packages/cli/src/context.ts";
import { findEntry } from "../../../packages/cli/src/commands/rollback/entries-to-restore.ts";
import { type HistoryEntry, History } from "../../../packages/cli/src/history/history.ts";
import { damages, whyNoSentence } from "../../damage.ts";
import { seedAndRuns } from "../../seeded.ts";
import { testContext } from "../context.ts";

const service = "https://api.example.com";

function entry(time: string, value: string, target = "web"): HistoryEntry {
  const stored = { enabled: true, value };
  return { target, kind: "tcp-edge", edge: "e", service, time, run: time, stored };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "history-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Keeps entries in runs of their own, each the only one of its time. */
async function keep(folder: string, ...entries: readonly HistoryEntry[]): Promise<void> {
  for (const one of entries) {
    const history = new History({ folder }, context);
    await history.alone(() => history.keep(one));
  }
}

const context = await testContext();

async function held(folder: string, to?: string): Promise<string | undefined> {
  const found = await findEntry(new History({ folder }, context), "web", service, to);
  return found?.stored?.value;
}

const at = (clock: string): string => `2026-11-21T${clock}:00.000Z`;

describe("after the clock went back", () => {
  test("the latest entry is the one that was kept last", async () => {
    const folder = newFolder();
    await keep(folder, entry(at("11:00"), "first"), entry(at("09:00"), "second"));
    expect(await held(folder)).toBe("second");
  });

  test("an entry is found by its time, and a time leads to the first entry that was kept then or later", async () => {
    const folder = newFolder();
    const clocks = ["10:00", "12:00", "11:00", "13:00"];
    await keep(folder, ...clocks.map((clock) => entry(at(clock), clock)));
    for (const clock of clocks) expect(await held(folder, at(clock))).toBe(clock);
    expect(await held(folder, at("10:30"))).toBe("12:00");
    expect(await held(folder, at("12:30"))).toBe("13:00");
    expect(await held(folder, at("14:00"))).toBeUndefined();
  });

  test("entries of one instant keep their order", async () => {
    const folder = newFolder();
    const names = Array.from({ length: 12 }, (_, index) => `${index}`);
    await keep(folder, ...names.map((name) => entry(at("10:00"), name)));
    const values: unknown[] = [];
    for await (const one of new History({ folder }, context).entriesOf("web"))
      values.push(one.stored?.value);
    expect(values).toEqual(names.toReversed());
  });
});

test("entries of an earlier version, which have no numbers, come before all others", async () => {
  const folder = newFolder();
  const own = join(folder, ".traffic-policy/history/web");
  mkdirSync(own, { recursive: true });
  for (const [name, value] of [
    ["2026-11-21T10-00-00.000Z", "first"],
    ["2026-11-21T10-00-00.000Z-2", "second"],
    ["2026-11-21T12-00-00.000Z", "third"],
  ] as const) {
    const time = name.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, "T$1:$2:");
    writeFileSync(join(own, `${name}.json`), JSON.stringify({ version: 1, ...entry(time, value) }));
  }
  expect(await held(folder)).toBe("third");
  await keep(folder, entry(at("09:00"), "fourth"));
  expect(await held(folder)).toBe("fourth");
  expect(await held(folder, at("11:00"))).toBe("third");
  expect(await held(folder, "2026-11-21T10:00:00.000Z-2")).toBe("second");
});

test("entries of version 2, which say nothing of who overwrote it, are read, and a new one says all that is known", async () => {
  const folder = newFolder();
  const own = join(folder, ".traffic-policy/history/web");
  mkdirSync(own, { recursive: true });
  const saved = { version: 2, ...entry(at("10:00"), "first") };
  const checksum = createHash("sha256").update(JSON.stringify(saved)).digest("hex");
  const text = JSON.stringify({ ...saved, checksum: `sha256:${checksum}` });
  writeFileSync(join(own, "2026-11-21T10-00-00.000Z-000001.json"), text);
  const commit = { id: "a".repeat(40), dirty: true };
  const origin = { action: "rollback", user: "anna", host: "desk", commit } as const;
  await keep(folder, { ...entry(at("11:00"), "second"), ...origin });
  const kept: unknown[] = [];
  for await (const one of new History({ folder }, context).entries()) kept.push(one);
  expect(kept).toMatchObject([
    { number: 2, ...origin },
    { number: 1, stored: { value: "first" } },
  ]);
  expect(kept[1]).not.toHaveProperty("user");
});

test("what a killed run has left is removed by the next one", async () => {
  const folder = newFolder();
  await keep(folder, entry(at("10:00"), "first"));
  const own = join(folder, ".traffic-policy/history/web");
  writeFileSync(join(own, "2026-11-21T11-00-00.000Z-000002.json.77-1.tmp"), '{"version"');
  await keep(folder, entry(at("12:00"), "second"));
  expect(readdirSync(own)).toEqual([
    "2026-11-21T10-00-00.000Z-000001.json",
    "2026-11-21T12-00-00.000Z-000002.json",
  ]);
});

describe("of two runs at a time", () => {
  test("the second waits for the first, says so, and their entries are numbered one after the other", async () => {
    const folder = newFolder();
    const told: string[] = [];
    let isReported = (): void => {};
    const terminal = Object.assign(Object.create(context.terminal) as Terminal, {
      err(text: string) {
        told.push(text);
        isReported();
      },
    });
    const first = new History({ folder }, context);
    const second = new History({ folder }, { ...context, terminal });
    let other: Promise<void> | undefined;
    const order: string[] = [];
    await first.alone(async () => {
      const waiting = new Promise<void>((resolve) => {
        isReported = resolve;
        other = second.alone(async () => {
          await second.keep(entry(at("10:01"), "second"));
          order.push("second");
        });
      });
      await waiting;
      await first.keep(entry(at("10:00"), "first"));
      order.push("first");
    });
    await other;
    expect(order).toEqual(["first", "second"]);
    expect(told).toEqual([
      `Process ${process.pid} is deploying from this folder. Waiting for it.\n`,
    ]);
    expect(readdirSync(join(folder, ".traffic-policy"))).toEqual([".gitignore", "history"]);
  });

  test("the second gives up when the first does not end", async () => {
    const folder = newFolder();
    const [first, second] = [new History({ folder }, context), new History({ folder }, context)];
    await first.alone(async () => {
      const refused = second.alone(() => expect.unreachable(), 100);
      await expect(refused).rejects.toMatchObject({
        message: `Process ${process.pid} is deploying from this folder.`,
        help: expect.stringMatching(/if it is not traffic-policy, remove .*history\.lock\.$/),
      });
    });
  });

  test.each([
    ["of a process that is no more", () => ({ pid: endedProcess() })],
    ["of an earlier process of this number", () => ({ pid: process.pid, started: 5 })],
    ["of an earlier process of another number", () => ({ pid: 1, started: 123_456_789 })],
  ])("a lock %s is taken over", async (_whose, holder) => {
    const folder = newFolder();
    lock(folder, JSON.stringify(holder()));
    await keep(folder, entry(at("10:00"), "first"));
    expect(await held(folder)).toBe("first");
  });

  test("a lock of another machine is kept, because nobody can tell", async () => {
    const folder = newFolder();
    lock(folder, JSON.stringify({ pid: endedProcess(), host: "build-3" }));
    const refused = new History({ folder }, context).alone(() => expect.unreachable(), 0);
    await expect(refused).rejects.toThrow(/^Process \d+ on the machine build-3 is deploying/);
  });
});

test("a damaged entry is never taken for one, and hides no other", async () => {
  const folder = newFolder();
  const value = JSON.stringify({ inbound: [{ name: "Only Norway", actions: [] }] });
  await keep(folder, entry(at("09:00"), "first"), entry(at("10:00"), value));
  const own = join(folder, ".traffic-policy/history/web");
  const [, name = ""] = readdirSync(own);
  const whole = readFileSync(join(own, name));
  const other = readFileSync(join(own, readdirSync(own)[0] ?? ""));
  for (const { name: how, bytes } of damages(whole, ...seedAndRuns(300, 3000), [other])) {
    writeFileSync(join(own, name), bytes);
    const values: (string | undefined)[] = [];
    const errors: string[] = [];
    for await (const one of new History({ folder }, context).entries()) {
      if (one instanceof CommandError) errors.push(one.message);
      else values.push(one.stored?.value);
    }
    const isAnother = how.startsWith("file ");
    const isLeft = !isAnother && errors.length === 0 && bytes.length > 0;
    // White space around the values and at the end is no damage to them.
    const expected = isAnother ? ["first", "first"] : isLeft ? [value, "first"] : ["first"];
    expect({ how, values }).toEqual({ how, values: expected });
    for (const message of errors) expect(whyNoSentence(message), how).toBeUndefined();
  }
});

test.each([
  ["a folder", (path: string) => mkdirSync(path)],
  ["a named pipe", (path: string) => void execFileSync("mkfifo", [path])],
])("%s in the place of the lock lets nothing be kept", async (_what, make) => {
  const folder = newFolder();
  mkdirSync(join(folder, ".traffic-policy"));
  make(join(folder, ".traffic-policy/history.lock"));
  const history = new History({ folder }, context);
  const kept = history.alone(() => history.keep(entry(at("10:00"), "first")));
  await expect(kept).rejects.toThrow(CommandError);
  await expect(kept).rejects.toThrow("history.lock: The lock is not a file.");
});

test("a file in the place of the folder is told, and lets nothing be kept", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, ".traffic-policy"), "");
  const history = new History({ folder }, context);
  const kept = history.alone(() => history.keep(entry(at("10:00"), "first")));
  await expect(kept).rejects.toThrow(/\.traffic-policy: It is not a folder\.$/);
});

function lock(folder: string, text: string): void {
  mkdirSync(join(folder, ".traffic-policy"));
  writeFileSync(join(folder, ".traffic-policy/history.lock"), text);
}

/** The number of a process that is no more. */
function endedProcess(): number {
  return Number(execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }));
}
