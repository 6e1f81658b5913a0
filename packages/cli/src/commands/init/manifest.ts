import { basename } from "node:path";
import { isJsonObject } from "@traffic-policy/policy-language";
import { version } from "../../version.ts";
import { insertIntoJson } from "./insert-into-json.ts";
import type { Project } from "./project.ts";
import type { ManifestEntry, Step } from "./step.ts";
import { hasCases } from "./configuration.ts";
import { placeOfTypes } from "./tsconfig.ts";

/** The compiler whose types the builder is tested with. */
export const typescriptVersion = "7.0.2";

/** The types of `process.env` and the like, which configurations use. */
export const nodeTypesVersion = "20.19.43";

/** What package.json needs; what it says already stays as it is. */
export function manifestStep(project: Project, more: readonly ManifestEntry[]): Step {
  const path = "package.json";
  const entries = [...scripts(project), ...dependencies(), ...more];
  const text = project.text(path);
  if (text === undefined) {
    const start = `{
  "name": ${JSON.stringify(packageName(project.folder))},
  "private": true,
  "type": "module"
}
`;
    return { path, what: "write", text: withEntries(start, entries) };
  }
  const missing = entries.filter((entry) => !isThere(project, entry));
  if (missing.length === 0) return { path, what: "keep" };
  const names = missing.map((entry) => entry.path.at(-1)).join(", ");
  return { path, what: "add", why: names, text: withEntries(text, missing) };
}

function dependencies(): ManifestEntry[] {
  return Object.entries({
    "@traffic-policy/policy-builder": version(),
    "traffic-policy": version(),
    "@types/node": nodeTypesVersion,
    typescript: typescriptVersion,
  }).map(([name, value]) => ({ path: ["devDependencies", name], value }));
}

function scripts(project: Project): ManifestEntry[] {
  const place = placeOfTypes(project);
  return Object.entries({
    "policies:lint": "traffic-policy lint",
    ...(hasCases(project) && { "policies:test": "traffic-policy test" }),
    "policies:types": place === "." ? "tsc --noEmit" : `tsc --noEmit -p ${place}`,
  }).map(([name, value]) => ({ path: ["scripts", name], value }));
}

function isThere(project: Project, { path }: ManifestEntry): boolean {
  const [key = "", name = ""] = path;
  if (key === "devDependencies" && project.dependsOn(name)) return true;
  const found: unknown = project.manifest?.[key];
  // What is no object has no room for it, and is left alone.
  return found !== undefined && (!isJsonObject(found) || name in found);
}

function withEntries(text: string, entries: readonly ManifestEntry[]): string {
  return entries.reduce((all, { path, value }) => insertIntoJson(all, path, value), text);
}

/** A name that npm takes, from the name of the folder. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name || "policies";
}
