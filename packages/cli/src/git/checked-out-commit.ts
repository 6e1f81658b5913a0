import { Type, type Static } from "@sinclair/typebox";
import { Git, GitError } from "@traffic-policy/project/git";
import type { Environment } from "../context.ts";

export const commitSchema = Type.Object(
  {
    id: Type.String({ description: "The whole hash of the commit." }),
    dirty: Type.Boolean({
      description: "Whether there were changes, or files unknown to git, that are in no commit.",
    }),
  },
  { additionalProperties: false, description: "The commit that was checked out." },
);

export type Commit = Static<typeof commitSchema>;

/** In milliseconds. A slower answer means a repository so large that nobody wants to wait for it. */
const longestWait = 3000;

/** In bytes: the commit is on the first line, and a single changed file is enough. */
const mostRead = 100_000;

/**
 * Returns the commit checked out in the repository of a folder; undefined without a repository, git or a commit, or
 * when git does not answer in time.
 *
 * @param folder - absolute path
 * @param timeout - in milliseconds
 */
export async function checkedOutCommit(
  folder: string,
  env: Environment,
  timeout = longestWait,
): Promise<Commit | undefined> {
  const git = new Git(folder, env, { timeout, maxBuffer: mostRead });
  const status = await git
    .status(["--porcelain=v2", "--branch", "--untracked-files=normal"])
    .then(String, longStatus);
  const [, id] = /^# branch\.oid ([\da-f]{40,64})$/m.exec(status) ?? [];
  return id === undefined ? undefined : { id, dirty: /^[^#\n]/m.test(status) };
}

/** The output of git up to the size limit; empty when git failed for another reason. */
function longStatus(error: unknown): string {
  if (!(error instanceof GitError)) throw error;
  return error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" ? String(error.printed) : "";
}

/**
 * Formats a commit for people: `commit 1a2b3c4d5e6f, with uncommitted changes`.
 *
 * @param length - digits of its hash to show
 */
export function commitText({ id, dirty }: Commit, length = 12): string {
  return `commit ${id.slice(0, length)}${dirty ? ", with uncommitted changes" : ""}`;
}
