import { partsOf, type Git } from "../git/git.ts";

/** A file that git lists as changed, or a folder that git does not look into. */
export interface ListedFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  /** The id of the earlier object, when known and present. */
  readonly before?: string | undefined;
}

export interface StatusFile extends ListedFile {
  readonly isStaged: boolean;
  readonly isSavedSince: boolean;
  /** The id of the staged object, for a regular file. */
  readonly staged?: string | undefined;
}

/**
 * Lists everything that differs from the last commit, staged or not, tracked or not. A submodule is a single entry,
 * and so is an untracked folder.
 */
export async function statusOf(git: Git): Promise<StatusFile[]> {
  const listing = await git.status([
    "--porcelain=v2",
    "-z",
    "--no-renames",
    "--untracked-files=normal",
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

/** Lists the files changed by the commits of HEAD since the merge base with a ref. */
export async function committedSince(git: Git, ref: string): Promise<ListedFile[]> {
  const listing = await git.bytes([
    "diff",
    "--raw",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--no-ext-diff",
    "--ignore-submodules=none",
    "--end-of-options",
    `${ref}...HEAD`,
    "--",
  ]);
  const parts = partsOf(listing);
  // Each entry is ":mode mode object object status", and the path. Source: git-diff(1), "Raw output format".
  return parts.flatMap((path, index) => {
    if (index % 2 === 0) return [];
    return { path, before: objectOf(parts[index - 1]?.split(" ")[2]) };
  });
}

/** Returns undefined for a missing object, which git writes as zeros. */
function objectOf(name: string | undefined): string | undefined {
  return name === undefined || /^0+$/.test(name) ? undefined : name;
}
