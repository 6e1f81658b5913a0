import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkOut } from "../../../packages/project/src/files/link-out.ts";

function folders(): { readonly folder: string; readonly outside: string } {
  const top = mkdtempSync(join(tmpdir(), "links-"));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const [folder, outside] = [join(top, "project"), join(top, "outside")];
  mkdirSync(join(folder, "real/inner"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "file"), "");
  return { folder, outside };
}

test.each([
  ["a folder outside", "policies", "../outside", "policies/a.json", "policies"],
  ["the folder above", "up", "..", "up/a.json", "up"],
  ["a file outside", "a.json", "../outside/file", "a.json", "a.json"],
  ["what is not there, outside", "a.json", "../outside/gone", "a.json", "a.json"],
  ["what is not there, far outside", "a.json", "/no/such/file", "a.json", "a.json"],
  ["a folder inside", "policies", "real", "policies/inner/a.json", undefined],
  ["what is not there, inside", "a.json", "real/gone", "a.json", undefined],
  ["itself", "a.json", "a.json", "a.json", undefined],
])("of a link to %s", (_where, name, to, file, found) => {
  const { folder } = folders();
  symlinkSync(to, join(folder, name));
  expect(linkOut(folder, join(folder, file))).toBe(found && join(folder, found));
});

test("of a link behind a link, and of a folder that is reached over one", () => {
  const { folder, outside } = folders();
  symlinkSync("real", join(folder, "policies"));
  symlinkSync(outside, join(folder, "real/far"));
  expect(linkOut(folder, join(folder, "policies/far/a.json"))).toBe(join(folder, "policies/far"));
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  expect(linkOut(link, join(link, "real/a.json"))).toBeUndefined();
  expect(linkOut(folder, join(outside, "a.json"))).toBeUndefined();
});
