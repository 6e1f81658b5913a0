import { resolve } from "node:path";

/** Variables of an environment by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** An error with the output of a failed git command. */
export class GitError extends Error {
  override readonly name = "GitError";
  /** `ENOENT` when there is no git. */
  readonly code: string | number | null | undefined;
  /** The standard output before the failure. */
  readonly printed: Buffer;
  /** The output on stderr. */
  readonly said: string;

  constructor(
    cause: Error & { readonly code?: string | number | null },
    { printed, said }: Pick<GitError, "printed" | "said">,
  ) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.printed = printed;
    this.said = said;
  }
}

interface Run {
  readonly input: string;
  readonly folder: string;
  readonly env: Variables;
}

/** How long git is waited for, and how much it may say. */
export interface GitLimits {
  /** In milliseconds. */
  readonly timeout?: number;
  /** In bytes. */
  readonly maxBuffer?: number;
}

// Nothing is written, not even what git found out about its index; and settings of a user do not count that
// start programs, change names or may be broken.
const settings = [
  "--no-optional-locks",
  ...["core.fsmonitor=", "diff.relative=false", "diff.orderFile=/dev/null"].flatMap((setting) => [
    "-c",
    setting,
  ]),
];

/** The environment variables that git needs; no process that it starts gets a key or a token. */
const needed =
  /^(?:GIT_.*|PATH|HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|TE?MP|TMPDIR|XDG_CONFIG_HOME|LD_LIBRARY_PATH)$/i;

/** Git, asked in a folder. The variables that it sets for a hook hold for all that it is asked. */
export class Git {
  readonly #folder: string;
  readonly #env: Variables;
  readonly #limits: GitLimits;
  #unfiltered: Promise<Variables> | undefined;

  constructor(folder: string, env: Variables, limits: GitLimits = {}) {
    this.#folder = folder;
    this.#limits = limits;
    const entries = Object.entries(env).filter(([name]) => needed.test(name));
    // Its sentences in one language.
    this.#env = { ...Object.fromEntries(entries), LC_ALL: "C" };
  }

  /**
   * Returns the output of git.
   *
   * @param input - the standard input
   * @throws GitError when git fails
   */
  bytes(args: readonly string[], input = "", folder = this.#folder): Promise<Buffer> {
    return this.#run(args, { input, folder, env: this.#env });
  }

  /**
   * The same for `git status`, without the filters that the repository's own configuration may have: they are
   * programs, and would run on each file that looks changed.
   *
   * @throws GitError when it fails
   */
  async status(args: readonly string[]): Promise<Buffer> {
    this.#unfiltered ??= this.#withoutFilters();
    const env = await this.#unfiltered;
    return this.#run(["status", ...args], { input: "", folder: this.#folder, env });
  }

  async #withoutFilters(): Promise<Variables> {
    const listed = await this.textIfAny([
      "config",
      "--null",
      "--name-only",
      "--get-regexp",
      String.raw`^filter\..*\.(clean|process|required)$`,
    ]);
    const keys = new Set(listed?.split("\0").filter((key) => key !== ""));
    const given = Number(this.#env["GIT_CONFIG_COUNT"] ?? 0);
    const added = [...keys].flatMap((key, index) => [
      [`GIT_CONFIG_KEY_${given + index}`, key],
      [`GIT_CONFIG_VALUE_${given + index}`, key.endsWith(".required") ? "false" : ""],
    ]);
    const count = { GIT_CONFIG_COUNT: String(given + keys.size) };
    return { ...this.#env, ...Object.fromEntries(added), ...count };
  }

  #run(args: readonly string[], { input, folder, env }: Run): Promise<Buffer> {
    const options = {
      cwd: folder,
      env,
      maxBuffer: Infinity,
      ...this.#limits,
      encoding: "buffer",
    };
    // Not imported: most runs ask git nothing, and it takes a millisecond.
    const { execFile } = process.getBuiltinModule("node:child_process");
    return new Promise((settle, fail) => {
      const child = execFile(
        "git",
        [...settings, ...args],
        options as typeof options & { encoding: "buffer" },
        (error, out, err) => {
          if (error === null) settle(out);
          else fail(new GitError(error, { printed: out, said: err.toString() }));
        },
      );
      // It may have failed before it has read.
      child.stdin?.on("error", () => {});
      child.stdin?.end(input);
    });
  }

  /** The same as text, without the end of its last line; nothing when git fails. */
  async textIfAny(args: readonly string[], folder = this.#folder): Promise<string | undefined> {
    try {
      return (await this.bytes(args, "", folder)).toString().replace(/\n$/, "");
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  }

  /** Returns the id of the commit that a name stands for; undefined when git knows none. */
  commitOf(name: string): Promise<string | undefined> {
    return this.textIfAny([
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${name}^{commit}`,
    ]);
  }

  /** Returns the files of the working tree below a folder that contain a text and are not ignored, as absolute paths. */
  async withText(text: string, folder: string): Promise<string[]> {
    const args = ["grep", "--untracked", "--files-with-matches", "--fixed-strings", "-z", "-e"];
    try {
      const found = await this.bytes([...args, text], "", folder);
      return partsOf(found).map((name) => resolve(folder, name));
    } catch (error) {
      // It fails where none has it, and outside of repositories, too.
      if (error instanceof GitError) return [];
      throw error;
    }
  }

  /** Those of some files that git ignores; none where it cannot say. */
  async ignored(files: readonly string[]): Promise<string[]> {
    try {
      const input = files.map((file) => `${file}\0`).join("");
      return partsOf(await this.bytes(["check-ignore", "-z", "--stdin"], input));
    } catch (error) {
      // It fails where none is ignored, too.
      if (error instanceof GitError) return [];
      throw error;
    }
  }

  /**
   * The texts of objects.
   *
   * @throws GitError when git fails
   */
  async texts(objects: readonly string[]): Promise<string[]> {
    if (objects.length === 0) return [];
    const all = await this.bytes(["cat-file", "--batch"], `${objects.join("\n")}\n`);
    let at = 0;
    return objects.map(() => {
      const end = all.indexOf("\n", at);
      const size = Number(all.toString("latin1", at, end).split(" ")[2]);
      at = end + 1 + size + 1;
      return all.toString("utf8", end + 1, end + 1 + size);
    });
  }
}

/** Splits git output in which a NUL ends each part. */
export function partsOf(printed: Buffer): string[] {
  return printed.toString().split("\0").slice(0, -1);
}
