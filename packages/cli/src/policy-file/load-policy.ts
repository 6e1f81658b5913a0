import { readFileSync } from "node:fs";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { relativePath } from "../relative-path.ts";
import { CommandError } from "../command-error.ts";
import type { LoadedPolicy } from "./loaded-policy.ts";

/**
 * Loads a policy from a JSON, YAML, TypeScript or JavaScript file. Only code loads the TypeScript
 * loader, and only YAML its parser; mistakes in JSON and YAML are found by lint, through
 * `source.errors`.
 *
 * @param file - absolute path
 * @throws CommandError when the file cannot be read or run, or exports no policy
 */
export async function loadPolicy(file: string): Promise<LoadedPolicy> {
  if (/\.m?[tj]s$/.test(file)) {
    const { loadCodePolicy } = await import("./code-policy.ts");
    return loadCodePolicy(file);
  }
  if (/\.ya?ml$/.test(file)) {
    const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
    return { source: yamlPolicySource(relativePath(file), readText(file)) };
  }
  if (!file.endsWith(".json")) {
    throw new CommandError(`${relativePath(file)}: This kind of file cannot hold a policy.`, {
      help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
    });
  }
  return { source: jsonPolicySource(relativePath(file), readText(file)) };
}

function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    // Not what readFileSync does by itself, which replaces what is not UTF-8.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(`${relativePath(file)}: It is not UTF-8.`, {
      help: "Save it in the encoding UTF-8.",
      cause: error,
    });
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "There is no such file." : `It cannot be read (${code}).`;
    throw new CommandError(`${relativePath(file)}: ${reason}`, { cause: error });
  }
}
