import { partsOf, type Git } from "../git/git.ts";

/** A file that git lists as changed; a folder where it does not look into it. */
export interface ListedFile {
  /** From the top of the repository. */
  readonly path: string;
  /** The object that it was before, where that is known and it was there. */
  readonly before?: string | undefined;
}

/** A file that differs from the last commit, in the index or on disk. */
export interface StatusFile extends ListedFile {
  /** Whether the index differs from the last commit. */
  readonly isStaged: boolean;
  /** Whether the file differs from the index. */
  readonly isSavedSince: boolean;
  /** The object that is in the index, where it is one of a regular file. */
  readonly staged?: string | undefined;
}

/**
 * What differs from the last commit: staged or not, known to git or not. A submodule is one entry, and so
 * is a folder of which git knows nothing.
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

/** What the commits of HEAD have changed since they parted from another one. */
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

/** Nothing for what is not there, which git writes as zeros. */
function objectOf(name: string | undefined): string | undefined {
  return name === undefined || /^0+$/.test(name) ? undefined : name;
}
