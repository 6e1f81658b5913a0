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

/** A script that replaces a file by 10,000 bytes, in one text or in pieces, and prints how that ended. */
const script = `
import { replaceFile } from ${JSON.stringify(import.meta.resolve("../../../packages/emulator/dist/files/index.js"))};
const [file, isNew, count] = process.argv.slice(1);
const pieces = Array.from({ length: Number(count) }, () => "x".repeat(10_000 / Number(count)));
replaceFile(file, count === "1" ? pieces[0] : pieces, { isNew: isNew === "new" }).then(
  () => console.log("whole"),
  ({ code }) => console.log(code),
);
`;

test.each([
  ["one text", "1"],
  ["pieces", "100"],
])("where there is no room, the file is as it was: %s", async (_how, count) => {
  // Blocks of 512 bytes to which a file may grow: the system writes what fits, and then refuses.
  for (const blocks of [0, 1, 2, 8, 19, 20]) {
    for (const kind of ["new", "old"]) {
      const folder = newFolder();
      const file = join(folder, "file");
      if (kind === "old") writeFileSync(file, "old");
      const limited = `ulimit -f ${blocks}; exec "$0" --input-type=module -e "$1" "$2" "$3" "$4"`;
      const args = ["-c", limited, process.execPath, script, file, kind, count];
      const out = await new Promise<string>((settle) => {
        execFile("sh", args, (_error, text) => settle(text));
      });
      const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
      const before = kind === "old" ? ["old"] : [];
      const hasRoom = blocks * 512 >= 10_000;
      expect({ blocks, out, left }).toEqual({
        blocks,
        out: hasRoom ? "whole\n" : "EFBIG\n",
        left: hasRoom ? ["x".repeat(10_000)] : before,
      });
    }
  }
});
