import { readFileSync } from "node:fs";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { relativePath } from "../relative-path.ts";
import { CommandError } from "../command-error.ts";
import type { LoadedPolicy } from "./loaded-policy.ts";

/**
 * Loads a policy from a JSON, TypeScript or JavaScript file. JSON never loads the TypeScript
 * loader; mistakes in it are found by lint, through `source.errors`.
 *
 * @param file - absolute path
 * @throws CommandError when the file cannot be read or run, or exports no policy
 */
export async function loadPolicy(file: string): Promise<LoadedPolicy> {
  if (/\.m?[tj]s$/.test(file)) {
    const { loadCodePolicy } = await import("./code-policy.ts");
    return loadCodePolicy(file);
  }
  if (!file.endsWith(".json")) {
    throw new CommandError(`${relativePath(file)}: This kind of file cannot hold a policy.`, {
      help: "Policies are .ts, .mts, .js, .mjs or .json files.",
    });
  }
  return { source: jsonPolicySource(relativePath(file), readText(file)) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "There is no such file." : `It cannot be read (${code}).`;
    throw new CommandError(`${relativePath(file)}: ${reason}`, { cause: error });
  }
}
