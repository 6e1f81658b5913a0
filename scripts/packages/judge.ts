import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Tarball } from "./pack.ts";

/** What publint and are-the-types-wrong find in a tarball, as sentences. */
export async function judge({ path }: Tarball): Promise<string[]> {
  const data = readFileSync(path);
  const tarball = new Uint8Array(data).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
  if (analysis.types === false) return ["It has no types."];
  const problems = analysis.problems
    // ES modules only, on versions of Node.js that can require them.
    .filter((problem) => !("resolutionKind" in problem) || problem.resolutionKind !== "node10")
    .filter(({ kind }) => kind !== "CJSResolvesToESM");
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...problems.map((problem) => JSON.stringify(problem)),
  ];
}
