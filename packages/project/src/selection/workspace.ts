import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isJsonObject } from "@traffic-policy/policy-language";
import { listed } from "@traffic-policy/policy-language/internal";
import { ExplainedError, type Files } from "../files/files.ts";
import { configurationIn } from "../configuration/find-configuration.ts";
import { readJson, withoutErrors } from "../files/json-source.ts";
import { isGlob } from "../files/is-glob.ts";

/**
 * The folders of a workspace, its root first; nothing where this folder is not the root of one.
 *
 * @param own - what the configuration of the root names as projects
 */
export async function projectFolders(
  root: string,
  own: readonly string[] | undefined,
  files: Files,
): Promise<string[] | undefined> {
  const patterns = own ?? (await workspacePatterns(root, files));
  if (patterns === undefined) return undefined;
  const found = await matchingFolders(root, patterns);
  const withConfiguration = found.filter((folder) => configurationIn(folder) !== undefined);
  if (own !== undefined && withConfiguration.length === 0) {
    throw new ExplainedError(
      `\`projects\` of the configuration matches no folder with a configuration: ${listed(own)}.`,
      {
        help: "Name folders that have a traffic-policy.config.ts, relative to this configuration.",
      },
    );
  }
  const isThere = (name: string): boolean =>
    isGlob(name) || [root, ...withConfiguration].includes(resolve(root, name));
  const missing = own?.find((name) => !isThere(name));
  if (missing !== undefined) {
    throw new ExplainedError(`\`projects\` names "${missing}", which has no configuration.`, {
      help: "Name folders that have a traffic-policy.config.ts, relative to this configuration.",
    });
  }
  // A workspace that has nothing to do with policies.
  if (withConfiguration.length === 0) return undefined;
  return [...(configurationIn(root) === undefined ? [] : [root]), ...withConfiguration];
}

/**
 * Checks whether a folder, which need not exist, is or would be a project of a workspace.
 *
 * @param folder - absolute path
 * @param root - of the workspace; absolute path
 * @param own - what the configuration of the root names as projects
 */
export async function isProjectFolder(
  folder: string,
  root: string,
  own: readonly string[] | undefined,
  files: Files,
): Promise<boolean> {
  const patterns = own ?? (await workspacePatterns(root, files)) ?? [];
  const { default: picomatch } = await import("picomatch");
  const name = relative(root, folder).replaceAll(sep, "/");
  const matches = (pattern: string): boolean =>
    picomatch.isMatch(name, pattern.replace(/^\.\//, "").replace(/\/$/, ""));
  const [excluding, including] = [true, false].map((isExcluding) =>
    patterns.filter((pattern) => pattern.startsWith("!") === isExcluding),
  );
  return (
    including?.some(matches) === true &&
    excluding?.some((pattern) => matches(pattern.slice(1))) === false
  );
}

async function workspacePatterns(
  root: string,
  files: Files,
): Promise<readonly string[] | undefined> {
  const pnpm = join(root, "pnpm-workspace.yaml");
  if (existsSync(pnpm)) {
    const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
    const name = files.nameOf(pnpm);
    const { document } = withoutErrors(yamlPolicySource(name, files.documentText(pnpm)));
    return isJsonObject(document) ? textsIn(document["packages"]) : undefined;
  }
  const manifest = join(root, "package.json");
  if (!existsSync(manifest)) return undefined;
  const { document } = readJson(manifest, files);
  const workspaces: unknown = isJsonObject(document) ? document["workspaces"] : undefined;
  return textsIn(
    Array.isArray(workspaces)
      ? workspaces
      : (workspaces as { packages?: unknown } | undefined)?.packages,
  );
}

function textsIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((one): one is string => typeof one === "string");
}

async function matchingFolders(root: string, patterns: readonly string[]): Promise<string[]> {
  const { globSync } = await import("tinyglobby");
  const found = globSync([...patterns], {
    cwd: root,
    absolute: true,
    onlyDirectories: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**"],
  });
  const folders = found.map((folder) => folder.replace(/[\\/]$/, ""));
  return folders.filter((folder) => folder !== root).toSorted();
}
