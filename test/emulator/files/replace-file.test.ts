import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "@traffic-policy/emulator/files";
import { expect, onTestFinished, test } from "vitest";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("keeps the mode of a file, unless one is given, and follows links", async () => {
  const folder = newFolder();
  const [file, link] = [join(folder, "file"), join(folder, "link")];
  writeFileSync(file, "old");
  chmodSync(file, 0o640);
  symlinkSync("file", link);
  await replaceFile(link, ["n", "ew"]);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new", 0o640]);
  expect(readlinkSync(link)).toBe("file");
  await replaceFile(file, "newer", { mode: 0o600 });
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["newer", 0o600]);
  expect(readdirSync(folder)).toEqual(["file", "link"]);
});

test("writes no new file over another one, however many try at the same time", async () => {
  const folder = newFolder();
  const file = join(folder, "file");
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
  const made = await Promise.allSettled(
    texts.map((text) => replaceFile(file, text, { isNew: true })),
  );
  const won = made.flatMap(({ status }, index) => (status === "fulfilled" ? [texts[index]] : []));
  expect(won).toEqual([readFileSync(file, "utf8")]);
  const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 19 }, () => "EEXIST"));
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("of content that fails on the way, nothing is left", async () => {
  const folder = newFolder();
  const file = join(folder, "file");
  writeFileSync(file, "old");
  function* failing(): Generator<string> {
    yield "new";
    throw new Error("no more");
  }
  await expect(replaceFile(file, failing())).rejects.toThrow("no more");
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["file"]);
});

/** A script that replaces files by 10,000 bytes each, in so many pieces, and prints how that ended. */
const script = `
import { replaceFile } from ${JSON.stringify(import.meta.resolve("../../../packages/emulator/dist/files/index.js"))};
for (const { file, kind, count } of JSON.parse(process.argv[1])) {
  const pieces = Array.from({ length: count }, () => "x".repeat(10_000 / count));
  await replaceFile(file, count === 1 ? pieces[0] : pieces, { isNew: kind === "new" }).then(
    () => console.log("whole"),
    ({ code }) => console.log(code),
  );
}
`;

// Blocks of 512 bytes to which a file may grow: the system writes what fits, and then refuses.
test.each([0, 1, 2, 8, 19, 20])(
  "where there is no room, the file is as it was: in one text and in pieces, with room for %s blocks",
  async (blocks) => {
    const replaced = ["new", "old"].flatMap((kind) =>
      [1, 100].map((count) => {
        const folder = newFolder();
        const file = join(folder, "file");
        if (kind === "old") writeFileSync(file, "old");
        return { kind, count, folder, file };
      }),
    );
    const limited = `ulimit -f ${blocks}; exec "$0" --input-type=module -e "$1" "$2"`;
    const args = ["-c", limited, process.execPath, script, JSON.stringify(replaced)];
    const out = await new Promise<string>((settle) => {
      execFile("sh", args, (_error, text) => settle(text));
    });
    const lines = out.split("\n");
    expect(lines).toHaveLength(replaced.length + 1);
    for (const [index, { kind, count, folder }] of replaced.entries()) {
      const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
      const before = kind === "old" ? ["old"] : [];
      const hasRoom = blocks * 512 >= 10_000;
      expect({ kind, count, ended: lines[index], left }).toEqual({
        kind,
        count,
        ended: hasRoom ? "whole" : "EFBIG",
        left: hasRoom ? ["x".repeat(10_000)] : before,
      });
    }
  },
);
