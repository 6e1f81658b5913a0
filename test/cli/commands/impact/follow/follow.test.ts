import { expect, test } from "vitest";
import { follow } from "../../../../../packages/cli/src/commands/impact/follow/follow.ts";
import type { FollowedLog } from "../../../../../packages/cli/src/commands/impact/follow/followed-log.ts";
import type {
  Counted,
  Rates,
} from "../../../../../packages/cli/src/commands/impact/follow/rates.ts";
import { WholeLines } from "../../../../../packages/cli/src/commands/impact/follow/whole-lines.ts";

/** A log that brings a text with each reading, each a second after the one before, and then ends or waits. */
function logOf(texts: readonly string[], ends: boolean, atEnd = (): void => {}) {
  let time = 0;
  const left = [...texts];
  const log: FollowedLog = {
    read(lines) {
      time += 1000;
      const next = left.shift();
      if (next === undefined) atEnd();
      else lines.add(Buffer.from(next));
      return true;
    },
    get isEnded() {
      return ends && left.length === 0;
    },
    waiting: 0,
    close: () => {},
  };
  return { log, clock: { now: () => time, elapsed: () => time } };
}

/** Takes each line for a request that is forwarded. */
function counted(lines: Buffer): Promise<Counted> {
  const seen = lines.toString().split("\n").length - 1;
  return Promise.resolve({
    rows: seen,
    skipped: 0,
    notAsked: 0,
    perhapsAsked: 0,
    seen,
    passages: [
      {
        before: { kind: "forwarded" },
        after: { kind: "forwarded" },
        count: seen,
        examples: [],
      },
    ],
    reasons: [{ cause: { kind: "missing", name: "country" }, count: 1 }],
    rules: [[], [{ path: "/on_http_request/0", count: seen, unknown: 1 }]],
  });
}

const settings = (texts: readonly string[], ends: boolean, atEnd?: () => void) => ({
  ...logOf(texts, ends, atEnd),
  lines: new WholeLines(),
  interval: 2000,
  signal: new AbortController().signal,
  count: counted,
});

const countsOf = (rates: Rates): number => rates.counts.seen;

test("each interval has its own counts, and the whole has all of them, with a last line that has no end", async () => {
  const reports: Rates[] = [];
  const report = (rates: Rates): void => void reports.push(rates);
  const all = await follow({ ...settings(["a\nb\n", "c\n", "", "", "d\ne"], true), report });
  expect(reports.map(countsOf)).toEqual([3, 0]);
  expect(reports.map(({ start }) => start)).toEqual([0, 2000]);
  expect(countsOf(all)).toBe(5);
  expect(all.ways).toEqual([{ way: { kind: "forwarded" }, count: 5 }]);
  expect(all.rules).toEqual([{ path: "/on_http_request/0", count: 5, unknown: 2 }]);
  expect(all.reasons).toEqual([{ cause: { kind: "missing", name: "country" }, count: 2 }]);
});

test("a signal ends it: what has come is counted, and no line that has only begun", async () => {
  const stopping = new AbortController();
  const asked = settings(["a\nb"], false, () => stopping.abort());
  const all = await follow({ ...asked, signal: stopping.signal, report: () => {} });
  expect(countsOf(all)).toBe(1);
});

test("of what comes faster than it is counted, no more than a part is kept", async () => {
  const megabyte = `${"a".repeat(999_999)}\n`;
  const sizes: number[] = [];
  const asked = settings(
    Array.from({ length: 40 }, () => megabyte),
    true,
  );
  const count = (lines: Buffer): Promise<Counted> => {
    sizes.push(lines.length);
    return counted(lines);
  };
  const all = await follow({ ...asked, interval: 1e9, count, report: () => {} });
  expect(Math.max(...sizes)).toBeLessThan(20_000_000);
  expect(countsOf(all)).toBe(40);
});

test("a line that is too long is a skipped row", async () => {
  const all = await follow({
    ...settings(["b\n", "a".repeat(3_000_000), "a\nc\n"], true),
    report: () => {},
  });
  expect(all.counts).toMatchObject({ rows: 3, skipped: 1, seen: 2 });
});
