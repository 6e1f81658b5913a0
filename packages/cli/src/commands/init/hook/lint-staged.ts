import { insertIntoJson } from "../insert-into-json.ts";
import { insertIntoYaml } from "../insert-into-yaml.ts";
import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { files, lintsPolicies, lintStagedCommand } from "./texts.ts";

/** Where lint-staged does, besides package.json. */
export const lintStagedFiles = [
  ".lintstagedrc",
  ...["json", "yaml", "yml", "mjs", "cjs", "js"].map((ending) => `.lintstagedrc.${ending}`),
  ...["mjs", "cjs", "js", "ts", "mts"].map((ending) => `lint-staged.config.${ending}`),
];

const entry = { [files]: lintStagedCommand };

export function lintStagedHook(project: Project): Part {
  const path = project.firstOf(lintStagedFiles);
  const inManifest: unknown = project.manifest?.["lint-staged"];
  if (path === undefined || inManifest !== undefined) {
    if (lintsPolicies(JSON.stringify(inManifest ?? ""))) return { steps: [] };
    if (
      inManifest === undefined ||
      (typeof inManifest === "object" && !Array.isArray(inManifest) && !hasEntry(inManifest))
    ) {
      return {
        steps: [],
        manifest: [{ path: ["lint-staged", files], value: lintStagedCommand }],
      };
    }
    return skipped("package.json");
  }
  const text = project.text(path) ?? "";
  if (lintsPolicies(text)) return { steps: [{ path, what: "keep" }] };
  const changed = added(path, text);
  if (changed === undefined) return skipped(path);
  return { steps: [{ path, what: "add", why: files, text: changed }] };
}

/** Code is left alone; `.lintstagedrc` may be JSON or YAML. */
function added(path: string, text: string): string | undefined {
  if (path.endsWith("s")) return undefined;
  if (/\.ya?ml$/.test(path) || !text.trimStart().startsWith("{"))
    return insertIntoYaml(text, [], entry);
  try {
    if (hasEntry(JSON.parse(text) as object | null)) return undefined;
  } catch {
    return undefined;
  }
  return insertIntoJson(text, [files], lintStagedCommand);
}

/** Whether something else is run for the same files. */
function hasEntry(configuration: object | null): boolean {
  return configuration !== null && Object.hasOwn(configuration, files);
}

function skipped(path: string): Part {
  const why = `It cannot be extended safely: add ${JSON.stringify(files)}: ${JSON.stringify(lintStagedCommand)}.`;
  return { steps: [{ path, what: "skip", why }] };
}
