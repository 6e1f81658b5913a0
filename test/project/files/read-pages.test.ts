import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPages } from "@traffic-policy/project/user-cache";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-pages-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("readPages", () => {
  test.each([0, 1, 4096, 2_000_003])("gives all of a file of %i bytes", (size) => {
    const file = join(folder, String(size));
    writeFileSync(
      file,
      Uint8Array.from({ length: size }, (_byte, index) => index % 251),
    );
    expect(readPages(file).equals(readFileSync(file))).toBe(true);
  });

  test("takes memory that does not come from the C library", () => {
    const file = join(folder, "some");
    writeFileSync(file, "some");
    // What tells it from outside.
    expect(readPages(file).buffer).toHaveProperty("resizable", true);
  });

  test("throws where there is no file", () => {
    expect(() => readPages(join(folder, "none"))).toThrow("ENOENT");
    expect(() => readPages(folder)).toThrow("EISDIR");
  });
});
