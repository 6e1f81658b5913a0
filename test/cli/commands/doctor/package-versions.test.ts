import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ours } from "../../../../packages/cli/src/commands/doctor/installation.ts";

test("the versions of all packages of ours are compared that are installed with the command", () => {
  const manifest = new URL("../../../../packages/cli/package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(manifest, "utf8")) as {
    dependencies: Record<string, string>;
  };
  const installed = Object.keys(dependencies).filter((name) => name.startsWith("@traffic-policy/"));
  expect(ours).toEqual(["traffic-policy", ...installed.toSorted()]);
});
