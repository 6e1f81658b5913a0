import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { entryPoints } from "./entry-points.ts";
import type { Tarball } from "./tarball.ts";

/** What publint and are-the-types-wrong find in a tarball, as sentences. */
export async function judge(packed: Tarball): Promise<string[]> {
  const data = readFileSync(packed.path);
  const tarball = new Uint8Array(data).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    // A package that exports data only, such as the playground's page, needs no types.
    ...(exportsCode(packed) ? await judgeTypes(data) : []),
  ];
}

function exportsCode(packed: Tarball): boolean {
  return entryPoints(packed).some(({ files }) => files.some((file) => /\.[cm]?js$/.test(file)));
}

async function judgeTypes(tarball: Uint8Array): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  if (analysis.types === false) return ["It has no types."];
  return (
    analysis.problems
      // ES modules only, on versions of Node.js that can require them.
      .filter((problem) => !("resolutionKind" in problem) || problem.resolutionKind !== "node10")
      .filter(({ kind }) => kind !== "CJSResolvesToESM")
      .map((problem) => JSON.stringify(problem))
  );
}
