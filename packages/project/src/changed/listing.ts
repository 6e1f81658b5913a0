import { partsOf, type Git } from "../git/git.ts";

/** A file that git lists as changed, or a folder that git does not look into. */
export interface ListedFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  /** The id of the earlier object, when known and present. */
  readonly before?: string | undefined;
}

/** A file that differs between two revisions. */
interface DifferingFile extends ListedFile {
  /** The id of the later object, for a regular file. */
  readonly after: string | undefined;
}

export interface StatusFile extends ListedFile {
  readonly isStaged: boolean;
  readonly isSavedSince: boolean;
  /** The id of the staged object, for a regular file. */
  readonly staged?: string | undefined;
}

/**
 * Lists everything that differs from the last commit, staged or not, tracked or not. A submodule is a single entry,
 * and so is an
 * untracked folder, unless all untracked files are listed.
 */
export async function statusOf(
  git: Git,
  untracked: "normal" | "all" = "normal",
): Promise<StatusFile[]> {
  const listing = await git.status([
    "--porcelain=v2",
    "-z",
    "--no-renames",
    `--untracked-files=${untracked}`,
    "--ignore-submodules=none",
  ]);
  return partsOf(listing).flatMap((entry) => statusFile(entry) ?? []);
}

// "1 XY sub mH mI mW hH hI path", for each file with a conflict "u XY sub m1 m2 m3 mW h1 h2 h3 path",
// and "? path". Source: git-status(1), "Porcelain Format Version 2".
const tracked =
  /^1 (.)(.) \S+ \S+ (?<mode>\d+) \S+ (?<before>[0-9a-f]+) (?<staged>[0-9a-f]+) (?<path>[^]+)$/;
const unmerged = /^u .. \S+ (?:\d+ ){4}[0-9a-f]+ (?<before>[0-9a-f]+) [0-9a-f]+ (?<path>[^]+)$/;

function statusFile(entry: string): StatusFile | undefined {
  if (entry.startsWith("? ")) return { path: entry.slice(2), isStaged: false, isSavedSince: true };
  const inConflict = unmerged.exec(entry)?.groups;
  if (inConflict !== undefined) {
    const { path = "", before } = inConflict;
    return { path, before: objectOf(before), isStaged: true, isSavedSince: true };
  }
  const found = tracked.exec(entry);
  if (found === null) return undefined;
  const [, inIndex, onDisk] = found;
  const { mode = "", before, staged, path = "" } = found.groups ?? {};
  return {
    path,
    before: objectOf(before),
    isStaged: inIndex !== ".",
    isSavedSince: onDisk !== ".",
    staged: mode.startsWith("100") ? objectOf(staged) : undefined,
  };
}

/** Returns the top folder of the repository. */
export async function topOf(git: Git): Promise<string> {
  return (await git.bytes(["rev-parse", "--show-toplevel"])).toString().replace(/\n$/, "");
}

/** Checks whether a path is in an installed package, which changes without a commit. */
export function isInstalled(path: string): boolean {
  return /(?:^|\/)node_modules(?:\/|$)/.test(path);
}

/**
 * Lists the files that differ between two revisions.
 *
 * @param revisions - two, or a range such as `main...HEAD`
 */
export async function differingFiles(
  git: Git,
  ...revisions: readonly string[]
): Promise<DifferingFile[]> {
  const listing = await git.bytes([
    "diff",
    "--raw",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--no-ext-diff",
    "--ignore-submodules=none",
    "--end-of-options",
    ...revisions,
    "--",
  ]);
  const parts = partsOf(listing);
  // Each entry is ":mode mode object object status", and the path. Source: git-diff(1), "Raw output format".
  return parts.flatMap((path, index) => {
    if (index % 2 === 0) return [];
    const [, mode = "", before, after] = parts[index - 1]?.split(" ") ?? [];
    const isRegular = mode.startsWith("100");
    return { path, before: objectOf(before), after: isRegular ? objectOf(after) : undefined };
  });
}

/** Returns undefined for a missing object, which git writes as zeros. */
function objectOf(name: string | undefined): string | undefined {
  return name === undefined || /^0+$/.test(name) ? undefined : name;
}

/** Lists the regular files in a commit, each with the id of its object. */
export async function filesIn(
  git: Git,
  commit: string,
): Promise<readonly { readonly path: string; readonly object: string }[]> {
  const listing = await git.bytes(["ls-tree", "-r", "-z", "--full-tree", commit]);
  return partsOf(listing).flatMap((entry) => {
    const [, object, path] = /^100\d+ blob ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? [];
    const isBelow = path?.split("/").includes("..") === false;
    return object !== undefined && isBelow ? [{ path, object }] : [];
  });
}
