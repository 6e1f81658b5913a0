import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { run } from "../packages/run.ts";

/** A root folder with nothing but programs and the libraries that the system loads for them. */
export class BareRoot {
  /** Absolute path. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * @param folder - where it is made; absolute path
   * @param programs - their files, by their paths in it
   * @param addons - libraries that a program brings and loads by itself; absolute paths
   */
  static async make(
    folder: string,
    programs: Readonly<Record<string, string>>,
    addons: readonly string[],
  ): Promise<BareRoot> {
    const listed = await run("ldd", [...Object.values(programs), ...addons], { cwd: "/" });
    const libraries = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
    for (const path of libraries) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      cpSync(realpathSync(path), join(folder, path));
    }
    for (const path of ["etc", "tmp"]) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, "etc/hosts"), "127.0.0.1 localhost\n");
    for (const [path, file] of Object.entries(programs)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      cpSync(file, join(folder, path));
    }
    return new BareRoot(folder);
  }

  /**
   * What is typed to run a program in it.
   *
   * @param cwd - a folder in it; absolute path on this machine
   * @param words - the program by its path in it, and arguments
   * @param options - of `unshare`, such as the user
   */
  words(
    cwd: string,
    words: readonly string[],
    options: readonly string[] = [],
  ): [program: string, ...args: string[]] {
    const at = `/${relative(this.folder, cwd)}`;
    return ["unshare", `--root=${this.folder}`, `--wd=${at}`, ...options, ...words];
  }

  /** The same, with a file system that is read-only but for `tmp`, if there is one. */
  readOnlyWords(...given: Parameters<BareRoot["words"]>): [program: string, ...args: string[]] {
    const script = [
      'mount --bind "$0" "$0"',
      'mount -o remount,bind,ro "$0"',
      '(test ! -d "$0/tmp" || mount -t tmpfs tmpfs "$0/tmp")',
      'exec "$@"',
    ].join(" && ");
    return ["unshare", "--mount", "sh", "-c", script, this.folder, ...this.words(...given)];
  }
}
