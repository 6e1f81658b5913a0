import { fileURLToPath } from "node:url";
import { directionsDialect } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { loadEnvironment } from "../../../../packages/policy-engine/src/expression/load-environment.ts";
import { importsOf } from "../../../import-graph.ts";
import { dialectWithFunctions as dialect } from "../../../phases-functions.ts";

test("a dialect without functions beyond standard CEL is evaluated without them", async () => {
  expect((await loadEnvironment(directionsDialect)).env.funcs.find("hash.md5")).toBeUndefined();
  expect((await loadEnvironment(dialect)).env.funcs.find("hash.md5")).toBeDefined();
});

test("they are imported only when they are needed", () => {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const folder = "packages/policy-engine/src/expression/functions/extensions/";
  const imports = importsOf("policy-engine", root).filter(
    ({ file, isType }) => !file.startsWith(folder) && !isType,
  );
  const reaching = imports.filter(({ specifier }) => specifier.includes("extensions/"));
  expect(reaching.map(({ file, specifier, names }) => [file, specifier, names])).toEqual([
    [
      expect.stringMatching(/environment\.ts$/),
      "./functions/extensions/extension.ts",
      expect.anything(),
    ],
    [expect.stringMatching(/load-environment\.ts$/), "./functions/extensions/index.ts", []],
    [expect.stringMatching(/plan\.ts$/), "./functions/extensions/extension.ts", ["sortByKey"]],
  ]);
  const others = imports.filter(({ file }) => !file.includes("/webhooks/"));
  expect(others.filter(({ specifier }) => specifier.startsWith("@noble/"))).toEqual([]);
});
