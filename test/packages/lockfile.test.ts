import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly os?: readonly string[] }>>;
}

test("native code is locked for every system, and not only for the one where the file was written", () => {
  const lockfile = new URL("../../pnpm-lock.yaml", import.meta.url);
  const { packages } = parse(readFileSync(lockfile, "utf8")) as Lockfile;
  const systems = new Map<string, string[]>();
  for (const [name, { os = [] }] of Object.entries(packages)) {
    const [scope = ""] = name.split("/");
    if (os.length > 0) systems.set(scope, [...(systems.get(scope) ?? []), ...os]);
  }
  expect([...systems.keys()]).toContain("@oxc-parser");
  for (const [scope, found] of systems) {
    // What is for one system only, such as `fsevents`, has no scope.
    if (!scope.startsWith("@")) continue;
    expect(found, scope).toEqual(expect.arrayContaining(["linux", "darwin", "win32"]));
  }
});
