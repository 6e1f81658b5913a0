import { basename } from "node:path";
import {
  checkedFiles,
  configurationText,
  gitignoreText,
  holders,
  identifiersOf,
  manifestText,
  projectDependencies,
  projectScripts,
  targetCode,
  tsconfigText,
} from "@traffic-policy/policy-builder/project";
import { applyToJson, isJsonObject, toPointer, type Edit } from "@traffic-policy/policy-language";
import { configurationIn } from "@traffic-policy/project";
import type { BaseConfiguration } from "./workspace.ts";
import type { Manifest, NewProject } from "./new-project.ts";
import { packedPackages } from "./packed-packages.ts";
import type { Template } from "./templates.ts";
import type { Step } from "./step.ts";
import { version } from "../../version.ts";

/**
 * Returns the steps for the first policy, its cases and the configuration. An existing configuration has its own
 * policies, so the configuration is written last: if an earlier step fails, the next run makes what is missing.
 */
export function configurationSteps(project: NewProject, base?: BaseConfiguration): Step[] {
  const there = configurationOf(project);
  // The manifest has a step of its own.
  if (there === manifest) return [];
  if (there !== undefined) return [{ path: there, what: "keep" }];
  const { template } = project;
  const { policyFile, casesFile } = filesOf(template);
  const steps: Step[] = [
    project.has(policyFile)
      ? { path: policyFile, what: "keep" }
      : { path: policyFile, what: "write", text: template.policy },
  ];
  if (project.has(casesFile)) steps.push({ path: casesFile, what: "keep" });
  else if (hasCases(project)) steps.push({ path: casesFile, what: "write", text: template.cases });
  const text =
    base === undefined
      ? configurationText({ name: template.name, kind: template.kind, policyFile })
      : extending(base, project);
  return [...steps, { path: "traffic-policy.config.ts", what: "write", text }];
}

export function hasCases(project: NewProject): boolean {
  const { policyFile, casesFile } = filesOf(project.template);
  if (project.has(casesFile)) return true;
  // The cases are for the policy that is written here, and no other one.
  const isOurs = !project.has(policyFile) || project.text(policyFile) === project.template.policy;
  return configurationOf(project) === undefined && isOurs;
}

function configurationOf({ folder }: NewProject): string | undefined {
  const file = configurationIn(folder);
  return file === undefined ? undefined : basename(file);
}

const manifest = "package.json";

function filesOf({ name }: Template): { readonly policyFile: string; readonly casesFile: string } {
  return { policyFile: `policies/${name}.policy.ts`, casesFile: `policies/${name}.cases.ts` };
}

/**
 * Returns the configuration of a package that extends its workspace's. Its target has an identifier that no other
 * package has.
 */
function extending(
  { path, environments, hasService }: BaseConfiguration,
  { folder, template }: NewProject,
): string {
  const { name, kind } = template;
  const { policyFile } = filesOf(template);
  const end = packageName(folder);
  const { call } = holders[kind];
  const service = hasService ? "" : '\n  service: "emulator",';
  // A policy file has no identifiers, which would differ.
  if (environments.length === 0 || kind === "agent-endpoint") {
    return `import { ${["defineConfig", call].toSorted().join(", ")} } from "traffic-policy";

export default defineConfig({
  extends: ${JSON.stringify(path)},${service}
  targets: {
    ${name}: ${targetCode({ kind, policyFile }, end)},
  },
});
`;
  }
  const identifiers = environments.map((environment) => {
    const key = /^[a-z_]\w*$/i.test(environment) ? environment : JSON.stringify(environment);
    const own = Object.entries(identifiersOf(kind, `${end}_${environment}`))
      .map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
      .join(", ");
    return `    ${key}: { targets: { ${name}: { ${own} } } },\n`;
  });
  return `import { defineConfig } from "traffic-policy";

export default defineConfig({
  extends: ${JSON.stringify(path)},${service}
  targets: {
    ${name}: { kind: "${kind}", policy: "./${policyFile}" },
  },
  environments: {
${identifiers.join("")}  },
});
`;
}

export function manifestStep(project: NewProject): Step {
  const path = manifest;
  const before = project.text(path);
  const missing = [...scripts(project), ...dependencies(project)].filter(
    (entry) => !isThere(project, entry),
  );
  if (missing.length === 0) return { path, what: "keep" };
  const start = before ?? manifestText(packageName(project.folder));
  const text = withEntries(start, project.manifest ?? {}, missing);
  const names = missing.map(({ name }) => name).join(", ");
  if (text === undefined) {
    return { path, what: "skip", why: `It cannot be extended safely: add ${names}.` };
  }
  return before === undefined
    ? { path, what: "write", text }
    : { path, what: "add", why: names, text };
}

interface ManifestEntry {
  readonly key: (typeof manifestKeys)[number];
  readonly name: string;
  readonly value: string | Readonly<Record<string, string>>;
}

const manifestKeys = ["scripts", "devDependencies", "resolutions", "pnpm"] as const;

function dependencies(project: NewProject): ManifestEntry[] {
  const packed = packedPackages(project.folder);
  const wanted = { ...projectDependencies(version()), ...packed };
  const entries = Object.entries(wanted).map(([name, value]): ManifestEntry => ({
    key: "devDependencies",
    name,
    value,
  }));
  if (Object.keys(packed).length === 0) return entries;
  // npm takes what is installed for what the packages depend on; others look for it in the registry.
  switch (project.packageManager.name) {
    case "pnpm":
      return [...entries, { key: "pnpm", name: "overrides", value: packed }];
    case "yarn":
      return [
        ...entries,
        ...Object.entries(packed).map(([name, value]): ManifestEntry => ({
          key: "resolutions",
          name,
          value,
        })),
      ];
    default:
      return entries;
  }
}

function scripts(project: NewProject): ManifestEntry[] {
  const all = projectScripts({ place: placeOfTypes(project), hasCases: hasCases(project) });
  return Object.entries(all).map(([name, value]) => ({ key: "scripts", name, value }));
}

function isThere(project: NewProject, { key, name }: ManifestEntry): boolean {
  if (key === "devDependencies" && project.dependsOn(name)) return true;
  const found: unknown = project.manifest?.[key];
  // What is no object has no room for it, and is left alone.
  return found !== undefined && (!isJsonObject(found) || name in found);
}

/**
 * Adds entries to the text of a manifest; undefined when that would change something else.
 *
 * @param before - the parsed text
 */
function withEntries(
  text: string,
  before: Manifest,
  entries: readonly ManifestEntry[],
): string | undefined {
  const edits = manifestKeys.flatMap((key): Edit[] => {
    const own = entries.filter((entry) => entry.key === key);
    if (own.length === 0) return [];
    if (before[key] !== undefined) {
      return own.map(({ name, value }) => ({ path: toPointer([key, name]), value }));
    }
    const all = own.map(({ name, value }) => [name, value] as const);
    return [{ path: toPointer([key]), value: Object.fromEntries(all) }];
  });
  const { text: changed, applied } = applyToJson(text, [{ edits }]);
  return applied.length === 0 ? undefined : changed;
}

function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name || "policies";
}

/**
 * The folder whose tsconfig.json checks the policies. An existing tsconfig.json may serve another purpose, so the
 * policies then get their own beside them.
 */
function placeOfTypes(project: NewProject): "." | "policies" {
  const there = project.text("tsconfig.json");
  return there === undefined || there.includes("traffic-policy.config") ? "." : "policies";
}

export function tsconfigStep(project: NewProject): Step {
  const isTop = placeOfTypes(project) === ".";
  const path = isTop ? "tsconfig.json" : "policies/tsconfig.json";
  if (project.has(path)) return { path, what: "keep" };
  const include = isTop ? includedAtTop(project) : [".", "../traffic-policy.config.ts"];
  return {
    path,
    what: "write",
    text: tsconfigText(include, configurationOf(project) !== undefined),
  };
}

/** With an existing configuration, the policies may be anywhere, such as in the folders of a workspace. */
function includedAtTop(project: NewProject): readonly string[] {
  return configurationOf(project) === undefined
    ? checkedFiles
    : ["**/traffic-policy.config.ts", "**/*.policy.ts", "**/*.cases.ts", "policies"];
}

const path = ".gitignore";

export function gitignoreStep(project: NewProject): Step {
  const text = project.text(path);
  if (text === undefined) {
    return { path, what: "write", text: gitignoreText };
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => /^\/?\.traffic-policy\/?$/.test(line))) return { path, what: "keep" };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + eol;
  return { path, what: "add", why: ".traffic-policy/", text: `${start}.traffic-policy/${eol}` };
}
