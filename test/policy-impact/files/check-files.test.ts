import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { checkLogFiles, LogFileError } from "@traffic-policy/policy-impact/databases";
import { afterAll, beforeAll, expect, test } from "vitest";
import { damages } from "../../damage.ts";
import { seedAndRuns } from "../../seeded.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "check-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const text = Array.from({ length: 500 }, (_, index) => `line ${index} ${index * 7919}\n`).join("");
const gzip = gzipSync(text);
// Of `zstd`, with a checksum: not every version of Node.js knows this compression.
const zstd = Buffer.from("KLUv/WTQAZ0AAGBhIGIgYwpkIGUgZgoBAMFelSScyZ40", "base64");
const skippable = Buffer.from("502a4d1803000000010203", "hex");

/** What is said of a file; nothing when it is taken. */
async function said(name: string, bytes: Uint8Array): Promise<string | undefined> {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  try {
    return (await checkLogFiles([file]))?.reason;
  } catch (error) {
    if (error instanceof LogFileError) return error.reason;
    throw error;
  }
}

function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy.at(at) ?? 0) ^ 4, at < 0 ? copy.length + at : at);
  return copy;
}

test.each<[string, string, Uint8Array]>([
  ["gzip", "a.gz", gzip],
  ["several members of gzip", "a.gz", Buffer.concat([gzip, gzipSync("more\n"), gzip])],
  ["zstd", "a.zst", zstd],
  ["several frames of zstd", "a.zst", Buffer.concat([skippable, zstd, zstd, skippable])],
  ["text", "a.log", Buffer.from(text)],
  ["nothing", "a.log", Buffer.alloc(0)],
  ["a text that begins like bzip2", "a.log", Buffer.from("BZh is a name\n")],
])("%s is taken", async (_, name, bytes) => {
  expect(await said(name, bytes)).toBeUndefined();
});

test.each<[string, string, Uint8Array, RegExp]>([
  ["gzip cut to a tenth", "a.gz", gzip.subarray(0, gzip.length / 10), /^It is cut off: /],
  ["gzip without its last byte", "a.gz", gzip.subarray(0, -1), /^It is cut off: /],
  ["gzip with another checksum", "a.gz", flipped(gzip, -6), /^It is damaged: /],
  ["gzip with another length", "a.gz", flipped(gzip, -2), /^It is damaged: /],
  ["gzip with a flipped bit", "a.gz", flipped(gzip, gzip.length >> 1), /^It is damaged: /],
  [
    "gzip with a text behind it",
    "a.gz",
    Buffer.concat([gzip, Buffer.from("text")]),
    /behind the end/,
  ],
  ["gzip with zeros behind it", "a.gz", Buffer.concat([gzip, Buffer.alloc(1e6)]), /behind the end/],
  ["a text that is named as gzip", "a.gz", Buffer.from(text), /compressed by gzip, and it is not/],
  ["an empty file that is named as gzip", "a.gz", Buffer.alloc(0), /^It is empty/],
  ["zstd without its last byte", "a.zst", zstd.subarray(0, -1), /^It is cut off: /],
  [
    "zstd with a text behind it",
    "a.zst",
    Buffer.concat([zstd, Buffer.from("text")]),
    /behind the end/,
  ],
  ["gzip that is named as zstd", "a.zst", gzip, /compressed by zstd, and it is not/],
  ["gzip with another name", "a.GZ", gzip, /its name does not end in \.gz/],
  ["zip", "a.log", Buffer.from("PK\x03\x04..."), /compressed by zip, which is not read/],
])("%s is refused in a sentence", async (_, name, bytes, expected) => {
  expect(await said(name, bytes)).toMatch(expected);
});

test.each(["a.log", "a.gz"])(
  "a line that the database would leave out is told: %s",
  async (name) => {
    const long = Buffer.alloc(31_000_001, "x");
    const lines = (line: Uint8Array): Buffer =>
      Buffer.concat([Buffer.from("a\nb\n"), line, Buffer.from("\nc\n")]);
    const bytesOf = (all: Buffer): Buffer => (name === "a.gz" ? gzipSync(all, { level: 1 }) : all);
    expect(await said(name, bytesOf(lines(long)))).toBe(
      "Line 3 is longer than 31 MB, and is not read.",
    );
    expect(await said(name, bytesOf(lines(long.subarray(1))))).toBeUndefined();
  },
);

test("gzip that something went wrong with is the same log, or refused", async () => {
  const [seed, runs] = seedAndRuns(200, 10_000);
  const wrong: string[] = [];
  for (const { name, bytes } of damages(gzip, seed, runs, [zstd, Buffer.from(text)])) {
    // oxlint-disable-next-line no-await-in-loop -- One file is written again and again.
    const reason = await said("a.gz", bytes);
    const isWhole = reason === undefined;
    if (isWhole && gunzipSync(bytes).toString().replaceAll(text, "") !== "") wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

test("zstd that is cut off is refused, whatever else went wrong with it", async () => {
  const [seed, runs] = seedAndRuns(200, 10_000);
  const wrong: string[] = [];
  const whole = Buffer.concat([skippable, zstd]);
  for (const { name, bytes } of damages(whole, seed, runs, [gzip])) {
    // oxlint-disable-next-line no-await-in-loop -- One file is written again and again.
    const reason = await said("a.zst", bytes);
    const isCut =
      /^cut off after|^without its last/.test(name) && bytes.length !== skippable.length;
    if (isCut && reason === undefined) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});
