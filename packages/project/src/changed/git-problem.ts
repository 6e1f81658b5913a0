import { shellWord, didYouMean } from "@traffic-policy/policy-language/internal";
import { ExplainedError } from "../files/files.ts";
import { GitError, type Git } from "../git/git.ts";

/**
 * Explains in a sentence why git could not list the changes.
 *
 * @param ref - the ref it was asked about, apart from the last commit
 */
export async function gitProblem(
  error: unknown,
  git: Git,
  ref: string | undefined,
): Promise<unknown> {
  if (!(error instanceof GitError)) return error;
  const errorOf = (message: string, help?: string): ExplainedError =>
    new ExplainedError(message, { help, cause: error });
  if (error.code === "ENOENT") {
    return errorOf(
      "git was not found, so it is unknown what changed.",
      "Install it, or name the files that changed: --changed <path...>.",
    );
  }
  let kind: string;
  try {
    kind = (
      await git.bytes(["rev-parse", "--is-bare-repository", "--is-inside-git-dir"])
    ).toString();
  } catch (reason) {
    if (!(reason instanceof GitError)) throw reason;
    // Such as that the folder belongs to somebody else, with what to do about it.
    if (!reason.said.includes("not a git repository")) return errorOf(...asGitSays(reason));
    return errorOf(
      "This folder is not in a git repository, so it is unknown what changed.",
      "Run it in one, or name the files that changed: --changed <path...>.",
    );
  }
  if (kind.startsWith("true")) {
    return errorOf(
      "This repository is bare: it has no files.",
      "Run it in a clone or a work tree.",
    );
  }
  if (kind.endsWith("true\n")) {
    return errorOf("This is git's own folder.", "Run it in a folder of the project.");
  }
  const problem = ref === undefined ? undefined : await refProblem(git, ref);
  return errorOf(...(problem ?? asGitSays(error)));
}

type Sentence = readonly [message: string, help?: string | undefined];

function asGitSays({ said }: GitError): Sentence {
  const [first = "", ...more] = said.split("\n").filter((line) => line.trim() !== "");
  const help = more.map((line) => line.trim()).join(" ");
  return [
    `git cannot say what changed: ${first.replace(/^(?:fatal|error): /, "")}`,
    help === "" ? undefined : help,
  ];
}

async function refProblem(git: Git, ref: string): Promise<Sentence | undefined> {
  const [head, other] = await Promise.all([git.commitOf("HEAD"), git.commitOf(ref)]);
  if (head === undefined) {
    return ["The repository has no commit yet.", "--changed then takes all files in it."];
  }
  if (other === undefined) return unknownRef(git, ref);
  if ((await git.textIfAny(["merge-base", other, head])) !== undefined) return undefined;
  return withoutMergeBase(git, "HEAD", ref);
}

/** Explains why git finds no merge base of two commits. */
export async function nothingInCommon(
  git: Git,
  one: string,
  other: string,
): Promise<ExplainedError> {
  const [message, help] = await withoutMergeBase(git, one, other);
  return new ExplainedError(message, { help });
}

async function withoutMergeBase(git: Git, one: string, other: string): Promise<Sentence> {
  if (await isShallow(git)) {
    return [
      `The clone is shallow: where ${one} and ${JSON.stringify(other)} parted is not in it.`,
      "Fetch more history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout.",
    ];
  }
  return [
    `${one} and ${JSON.stringify(other)} have no commit in common.`,
    `Name a branch, a tag or a commit that ${one} comes from.`,
  ];
}

async function isShallow(git: Git): Promise<boolean> {
  return (await git.textIfAny(["rev-parse", "--is-shallow-repository"])) === "true";
}

/** Says that git knows no such commit, and what may help. */
export async function unknownRef(git: Git, ref: string): Promise<Sentence> {
  const message = `git knows no commit ${JSON.stringify(ref)}.`;
  const remotes = linesOf(await git.textIfAny(["remote"]));
  const remote = remotes.find((name) => ref.startsWith(`${name}/`));
  const depth = (await isShallow(git)) ? ", or `fetch-depth: 0` for actions/checkout" : "";
  if (remote !== undefined) {
    const branch = ref.slice(remote.length + 1);
    return [message, `Fetch it: \`git fetch ${remote} ${shellWord(branch)}\`${depth}.`];
  }
  for (const name of remotes) {
    const there = `${name}/${ref}`;
    if ((await git.commitOf(there)) !== undefined) return [message, `Did you mean "${there}"?`];
  }
  const known = linesOf(await git.textIfAny(["for-each-ref", "--format=%(refname:short)"]));
  const guess = didYouMean(ref, known);
  if (guess !== undefined) return [message, guess];
  const [first] = remotes;
  return first === undefined
    ? [message, "Name a branch, a tag or a commit."]
    : [
        message,
        `Name a branch, a tag or a commit; fetch it first if it is only on the remote: \`git fetch ${first}\`${depth}.`,
      ];
}

function linesOf(text = ""): string[] {
  return text.split("\n").filter((line) => line !== "");
}
