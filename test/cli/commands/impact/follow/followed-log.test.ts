import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  FollowedFile,
  FollowedStream,
} from "../../../../../packages/cli/src/commands/impact/follow/followed-log.ts";
import { WholeLines } from "../../../../../packages/cli/src/commands/impact/follow/whole-lines.ts";
import { projectOf } from "../../../project.ts";

interface Followed {
  readonly file: string;
  readonly log: FollowedFile;
  /** What came since the last call. */
  readonly news: () => string;
}

function followed(text: string): Followed {
  const { folder } = projectOf({ "access.log": text });
  const file = join(folder, "access.log");
  const lines = new WholeLines();
  const log = new FollowedFile(file, "access.log", lines);
  onTestFinished(() => log.close());
  const news = (): string => {
    // As long as it takes to be sure that another file is in its place.
    for (let times = 0; times < 3; times++) while (log.read(lines));
    return lines.take().lines.toString();
  };
  return { file, log, news };
}

describe("a file that grows", () => {
  test("tells what is appended, line by line, and nothing of before", () => {
    const { file, log, news } = followed("before\n");
    expect(log.beginning).toBe("before\n");
    expect(news()).toBe("");
    appendFileSync(file, "one\ntw");
    expect(log.waiting).toBe(6);
    expect(news()).toBe("one\n");
    expect(log.waiting).toBe(0);
    appendFileSync(file, "o\n");
    expect(news()).toBe("two\n");
  });

  test("does not tell the end of a line that had begun before", () => {
    const { file, news } = followed("before\nbeg");
    appendFileSync(file, "un\nnext\n");
    expect(news()).toBe("next\n");
  });

  test("and is renamed: what is still written to it comes before the new one", () => {
    const { file, news } = followed("");
    appendFileSync(file, "old\n");
    renameSync(file, `${file}.1`);
    expect(news()).toBe("old\n");
    appendFileSync(`${file}.1`, "late\nno end");
    expect(news()).toBe("late\n");
    writeFileSync(file, "new\n");
    expect(news()).toBe("no end\nnew\n");
    appendFileSync(file, "newer\n");
    expect(news()).toBe("newer\n");
  });

  test("and is renamed: a line that comes as the new file is there is not lost", () => {
    const { file, log, news } = followed("");
    renameSync(file, `${file}.1`);
    writeFileSync(file, "new\n");
    log.read(new WholeLines());
    appendFileSync(`${file}.1`, "late\n");
    expect(news()).toBe("late\nnew\n");
  });

  test("and is emptied: it begins anew", () => {
    const { file, news } = followed("");
    appendFileSync(file, "one\ntwo\n");
    expect(news()).toBe("one\ntwo\n");
    truncateSync(file, 0);
    expect(news()).toBe("");
    appendFileSync(file, "a\n");
    expect(news()).toBe("a\n");
  });

  test("and is gone for a while", () => {
    const { file, news } = followed("");
    rmSync(file);
    expect(news()).toBe("");
    writeFileSync(file, "again\n");
    expect(news()).toBe("again\n");
  });
});

test.each([
  ["nothing.log", "nothing.log: There is no such file."],
  [".", ".: It is not a file."],
])("%s is refused", (name, message) => {
  const { folder } = projectOf({});
  expect(() => new FollowedFile(join(folder, name), name, new WholeLines())).toThrow(message);
});

test("a stream tells all that it brings, and ends", async () => {
  const stream = new PassThrough({ highWaterMark: 1 << 16 });
  const log = new FollowedStream(stream);
  const lines = new WholeLines();
  let text = "";
  const sent = "line\n".repeat(1_000_000);
  stream.end(sent);
  while (!log.isEnded) {
    await new Promise((settle) => setImmediate(settle));
    log.read(lines);
    text += lines.take().lines.toString();
  }
  expect(text).toBe(sent);
});
