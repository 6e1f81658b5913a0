import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findConfiguration } from "@traffic-policy/project";
import { expect, onTestFinished, test } from "vitest";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "find-configuration-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("a package.json that holds one is found from a folder below", () => {
  const top = folder();
  mkdirSync(join(top, "below"));
  writeFileSync(join(top, "package.json"), '{"traffic-policy": {}}');
  expect(findConfiguration(join(top, "below"))).toBe(join(top, "package.json"));
});

// Reading them would not end.
test.each(["/dev/zero", "/dev/tty", "/proc/self/environ", "."])(
  "a package.json that leads to %s holds none",
  (place) => {
    const top = folder();
    symlinkSync(place, join(top, "package.json"));
    expect(findConfiguration(top)).toBeUndefined();
  },
);
