import { readdirSync, realpathSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { globSync, type FileSystemAdapter } from "tinyglobby";
import { ExplainedError, kindOf, type Files } from "../files/files.ts";
import type { ProjectContext } from "../context.ts";
import { configurationNames } from "../configuration/find-configuration.ts";
import { canHoldPolicy, dataEndings, policyEndings } from "../policies/load-policy.ts";
import { lookForPolicy, unreadEndings, type UnreadPolicy } from "../policies/holds-policy.ts";
import { isFolder } from "../files/is-folder.ts";
import { isIn } from "../files/link-out.ts";
import { localFolder } from "../files/local-folder.ts";

export interface FoundFiles {
  readonly files: readonly string[];
  /** Folders that could not be read, so that their content is unknown. */
  readonly failures: readonly PathFailure[];
}

export interface PathFailure {
  /** Absolute path. */
  readonly file: string;
  readonly error: ExplainedError;
}

/** The files in a folder and below it whose names say what they hold: `web.policy.ts`. */
export function filesIn(
  folder: string,
  what: "policy" | "cases" | "assertions",
  provider: Files,
): FoundFiles {
  return find(namePattern(what), { cwd: folder, provider });
}

/** A file with a policy that is not read. */
export interface UnreadFile extends UnreadPolicy {
  /** Absolute path. */
  readonly file: string;
}

export interface FoundPolicies extends FoundFiles {
  /**
   * Files, and links to files and folders, whose policies are not read, and paths that look like files by name but
   * are not.
   */
  readonly unread: readonly UnreadFile[];
  /** The number of policy files that are skipped because git ignores them. */
  readonly ignored: number;
}

/**
 * Finds the policy files in a folder and below: files named as policies, and JSON and YAML that holds a policy. It
 * skips files that git ignores and folders named `dist`, where builds are written.
 */
export async function policyFilesIn(
  folder: string,
  { files: provider, env }: Pick<ProjectContext, "files" | "env">,
): Promise<FoundPolicies> {
  const patterns = [
    namePattern("policy"),
    `**/*.{${[...dataEndings, ...unreadEndings].join(",")}}`,
  ];
  const { files, failures, links, others } = find(patterns, {
    cwd: folder,
    provider,
    isSearch: true,
  });
  const named = files.filter(isNamedAsPolicy);
  const visible = named.filter((file) => !isHidden(relative(folder, file)));
  const holding = named.filter((file) => isHidden(relative(folder, file)));
  const unread: UnreadFile[] = others.filter(({ file }) => isNamedAsPolicy(file));
  const add = async (file: string): Promise<void> => {
    const found = await lookForPolicy(file, provider);
    if (found === "policy") holding.push(file);
    else if (found !== undefined) unread.push({ file, reason: found.reason });
  };
  for (const file of files) {
    if (!isNamedAsPolicy(file) && !isBuilt(relative(folder, file))) await add(file);
  }
  const all = new Set(files);
  for (const link of links) {
    const target = targetOf(link);
    if (target === undefined) {
      if (isNamedAsPolicy(link))
        unread.push({ file: link, reason: "a link to a file that is missing" });
    } else if (all.has(target)) continue;
    else if (!isIn(realpathSync(folder), target)) {
      if (await leadsToPolicy(link, provider)) {
        unread.push({ file: link, reason: "a link that leads out of the folder" });
      }
    } else if (isNamedAsPolicy(link)) holding.push(link);
    else await add(link);
  }
  const ignored = await ignoredByGit([...holding, ...unread.map(({ file }) => file)], folder, env);
  const left = holding.filter((file) => !ignored.has(file));
  return {
    files: [...visible, ...left].toSorted(),
    failures,
    unread: unread
      .filter(({ file }) => !ignored.has(file))
      .toSorted((one, other) => (one.file < other.file ? -1 : 1)),
    ignored: ignored.size,
  };
}

/**
 * Finds the files in a folder and below that can have an endpoint or the policy of one: JSON, YAML, configurations, and
 * code named as a policy. It skips what git ignores, folders named `dist`, and links.
 */
export async function siteFilesIn(
  folder: string,
  { files: provider, env }: Pick<ProjectContext, "files" | "env">,
): Promise<FoundFiles & { readonly links: readonly string[] }> {
  const patterns = [
    `**/*.{${dataEndings.join(",")}}`,
    "**/*.{tf,tfstate}",
    namePattern("policy"),
    ...configurationNames.map((name) => `**/${name}`),
  ];
  const { files, failures, links } = find(patterns, { cwd: folder, provider, isSearch: true });
  const own = files.filter((file) => !isBuilt(relative(folder, file)));
  const ignored = await ignoredByGit(own, folder, env);
  return {
    files: own.filter((file) => !ignored.has(file)),
    failures,
    links: links.filter((link) => canHoldPolicy(link)),
  };
}

function targetOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}

/** The limits on files and folders to examine in a linked folder outside: it may be the whole disk. */
const mostOutside = { files: 50, depth: 2 };

async function leadsToPolicy(link: string, provider: Files): Promise<boolean> {
  if (!isFolder(link)) {
    return isNamedAsPolicy(link) || (await lookForPolicy(link, provider)) !== undefined;
  }
  const pattern = `**/*.{${dataEndings.join(",")}}`;
  const deep = mostOutside.depth;
  const { files } = find(pattern, { cwd: link, provider, isSearch: true, deep });
  for (const file of files.slice(0, mostOutside.files)) {
    if ((await lookForPolicy(file, provider)) !== undefined) return true;
  }
  return false;
}

function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith("."));
}

/** Checks whether the name of a file says that it is a policy: `web.policy.ts`. */
export function isNamedAsPolicy(file: string): boolean {
  return /\.policy\.\w+$/.test(basename(file));
}

function isBuilt(path: string): boolean {
  return path.split(sep).includes("dist");
}

/** Returns the files that git ignores; none outside of a repository. */
async function ignoredByGit(
  files: readonly string[],
  folder: string,
  env: ProjectContext["env"],
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const { Git } = await import("../git/git.ts");
  return new Set(await new Git(folder, env).ignored(files));
}

function namePattern(what: "policy" | "cases" | "assertions"): string {
  return `**/*.${what}.{${policyEndings.join(",")}}`;
}

export function expandGlob(pattern: string, provider: Files): FoundFiles {
  const { files, failures } = find(pattern, { cwd: provider.folder, provider });
  return { files: files.filter(canHoldPolicy), failures };
}

interface FindOptions {
  readonly cwd: string;
  readonly provider: Files;
  /** True when searching for unnamed files: includes hidden files, in any letter case. */
  readonly isSearch?: boolean;
  readonly deep?: number;
}

function find(
  pattern: string | readonly string[],
  { cwd, provider, isSearch = false, deep }: FindOptions,
): FoundFiles & { readonly links: readonly string[]; readonly others: readonly UnreadFile[] } {
  const failures: PathFailure[] = [];
  const links: string[] = [];
  const others: UnreadFile[] = [];
  const files = globSync(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    dot: isSearch,
    caseSensitiveMatch: !isSearch,
    ...(deep !== undefined && { deep }),
    ignore: ["node_modules", ".git", basename(localFolder(cwd))].map((name) => `**/${name}/**`),
    fs: {
      // It ignores what it cannot read, and links.
      readdirSync: ((path: string, how: { withFileTypes: true }) => {
        try {
          const entries = readdirSync(path, how);
          const folder = resolve(cwd, path);
          for (const entry of entries) {
            if (entry.isFile() || entry.isDirectory()) continue;
            const file = join(folder, entry.name);
            if (entry.isSymbolicLink()) links.push(file);
            else others.push({ file, reason: kindOf(entry) });
          }
          return entries;
        } catch (error) {
          const failure = failureOf(resolve(cwd, path), error as NodeJS.ErrnoException, provider);
          if (failure !== undefined) failures.push(failure);
          throw error;
        }
      }) as NonNullable<FileSystemAdapter["readdirSync"]>,
    },
  });
  return { files: files.toSorted(), failures, links: links.toSorted(), others };
}

function failureOf(
  folder: string,
  error: NodeJS.ErrnoException,
  provider: Files,
): PathFailure | undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  const message = `${provider.nameOf(folder)}: The folder cannot be read (${error.code}).`;
  const help = "Make it readable, or name the files to lint.";
  return { file: folder, error: new ExplainedError(message, { help, cause: error }) };
}
